/**
 * The one table of environment variables: meaning, default and allowed values of each. Parsing, `nameplate doctor`
 * and docs/reference/config.md all follow it.
 * Source: docs/reference/config.md ("Variables").
 */

/** The form of a value; parse-value.ts holds one parser for each. */
type Kind =
  | 'path'
  | 'host'
  | 'port'
  | 'integer'
  | 'choice'
  | 'address_ranges'
  | 'addresses'
  | 'dns_servers'
  | 'bot_directories'
  | 'host_name'
  | 'host_names'
  | 'identifier'
  | 'postgres_url'
  | 'clickhouse_url'
  | 'access_token'
  | 'encryption_key'
  | 'directory_url'
  | 'directory_urls'
  | 'download_url'
  | 'ask_url'
  | 'uuid'
  | 'email'
  | 'email_proofs'
  | 'token'
  | 'hmac_keys'
  | 'profiles'
  | 'passphrase'
  | 'collector_url'
  | 'origin'
  | 'smtp_url'
  | 'fields'
  | 'limits'
  | 'ratio'
  | 'date';

export type VariableDefinition = {
  readonly kind: Kind;
  /** The value in force when the variable is unset, written as it would be set; null when there is none. */
  readonly default: string | null;
  /** What is in force when the variable is unset and `default` is null. */
  readonly unset?: string;
  /** One sentence or two, in Markdown. */
  readonly meaning: string;
  /** Ends "…; allowed: " in an error message; plain text. */
  readonly allowed: string;
  /** A secret is never shown: not in an error, not by `doctor`, not in a log. */
  readonly secret: boolean;
  /** Bounds of an `integer` or a `port`, both included. */
  readonly min?: number;
  readonly max?: number;
  /** The values of a `choice`. */
  readonly choices?: readonly string[];
};

export const variables = {
  NAMEPLATE_DATA_DIR: {
    kind: 'path',
    default: './data',
    meaning:
      'Directory of everything that the embedded stores keep: `control.db` (SQLite), `analytics/` (chDB), `spool/` and `secret.key`. It is created if missing. Back it up.',
    allowed: 'a path without NUL characters',
    secret: false,
  },
  NAMEPLATE_HOST: {
    kind: 'host',
    default: '127.0.0.1',
    meaning:
      'Address the API and the dashboard listen on. The default can be reached from this machine only; put TLS in front before opening it wider, since access tokens travel in clear text.',
    allowed: 'an IP address or a host name',
    secret: false,
  },
  NAMEPLATE_API_PORT: {
    kind: 'port',
    default: '3000',
    min: 1,
    max: 65_535,
    meaning: 'Port of the API `/api/v1`, the API reference `/docs`, `/livez`, `/readyz` and `/metrics`.',
    allowed: 'a port number from 1 to 65535',
    secret: false,
  },
  NAMEPLATE_API_ORIGIN: {
    kind: 'origin',
    default: null,
    unset: 'what the request that asks for a link was sent to',
    meaning:
      'Origin at which people reach the API and the dashboard, such as `https://nameplate.example.com`. Links to [pages for your customers](connect-page.md) begin with it.',
    allowed: 'an https or http URL without a path, such as https://nameplate.example.com',
    secret: false,
  },
  NAMEPLATE_EDGE_HOST: {
    kind: 'host',
    default: '127.0.0.1',
    meaning: 'Address the edge listens on; `0.0.0.0` or `::` in production.',
    allowed: 'an IP address or a host name',
    secret: false,
  },
  NAMEPLATE_EDGE_HTTP_PORT: {
    kind: 'port',
    default: '8080',
    min: 0,
    max: 65_535,
    meaning: 'Port of the edge for clear text; 80 in production. `0` turns the listener off.',
    allowed: 'a port number from 1 to 65535, or 0 to turn the listener off',
    secret: false,
  },
  NAMEPLATE_EDGE_HTTPS_PORT: {
    kind: 'port',
    default: '8443',
    min: 0,
    max: 65_535,
    meaning: 'Port of the edge for TLS; 443 in production. `0` turns the listener off.',
    allowed: 'a port number from 1 to 65535, or 0 to turn the listener off',
    secret: false,
  },
  NAMEPLATE_HTTPS_REDIRECT: {
    kind: 'choice',
    default: 'true',
    choices: ['true', 'false'],
    meaning:
      'Whether requests over clear text are redirected to HTTPS (308) once a custom domain has a certificate.',
    allowed: 'true or false',
    secret: false,
  },
  NAMEPLATE_TLS_MIN_VERSION: {
    kind: 'choice',
    default: '1.2',
    choices: ['1.2', '1.3'],
    meaning:
      'Lowest version of TLS that visitors may use. A custom domain’s [`tls_min_version`](tls.md#of-one-host) may raise it for its host.',
    allowed: '1.2 or 1.3',
    secret: false,
  },
  NAMEPLATE_CHECK_DESTINATIONS: {
    kind: 'choice',
    default: 'false',
    choices: ['true', 'false'],
    meaning:
      'Whether it is tried once a day if the [destinations of redirects](redirects.md#broken-destinations) answer. Those that don’t are findings.',
    allowed: 'true or false',
    secret: false,
  },
  NAMEPLATE_EDGE_WORKERS: {
    kind: 'integer',
    default: null,
    unset: 'number of CPUs',
    min: 1,
    max: 1024,
    meaning: 'Number of edge worker processes.',
    allowed: 'a whole number from 1 to 1024',
    secret: false,
  },
  NAMEPLATE_BODY_MIN_RATE: {
    kind: 'integer',
    default: '500',
    min: 0,
    max: 1_000_000_000,
    meaning:
      'Least rate of a request body in bytes a second, after a grace period of 20 s; slower clients get 408. Time in which the upstream does not accept data doesn’t count. `0` turns the limit off; 60 s without a byte are always too long. See [the edge](edge.md#time-outs-and-limits).',
    allowed: 'a whole number from 0 to 1000000000 (bytes a second; 0 for no limit)',
    secret: false,
  },
  NAMEPLATE_TRUSTED_PROXIES: {
    kind: 'address_ranges',
    default: null,
    unset: 'none',
    meaning:
      'Proxies that the edge and the API believe when they say who the client is, separated by commas or spaces: by `X-Forwarded-*` and `NAMEPLATE_CLIENT_ADDRESS_FIELD`, at the edge also by the [PROXY protocol](edge.md#proxy-protocol). A client that connects from one of these addresses can claim any client address.',
    allowed: 'IPv4 and IPv6 addresses and CIDR ranges, such as 10.0.0.0/8 or 2001:db8::/32',
    secret: false,
  },
  NAMEPLATE_CLIENT_ADDRESS_FIELD: {
    kind: 'choice',
    default: 'x-forwarded-for',
    choices: [
      'x-forwarded-for',
      'forwarded',
      'cf-connecting-ip',
      'fastly-client-ip',
      'true-client-ip',
      'x-azure-clientip',
      'x-real-ip',
    ],
    meaning:
      'Field in which the trusted proxies name the client. Choose the one that yours always sets itself: `cf-connecting-ip` for Cloudflare, `fastly-client-ip` for Fastly, `true-client-ip` for Akamai, `x-azure-clientip` for Azure Front Door, `forwarded` for [RFC 7239](https://www.rfc-editor.org/rfc/rfc7239). See [trusted proxies](edge.md#trusted-proxies).',
    allowed:
      'x-forwarded-for, forwarded, cf-connecting-ip, fastly-client-ip, true-client-ip, x-azure-clientip or x-real-ip',
    secret: false,
  },
  NAMEPLATE_HEALTH_ALLOW: {
    kind: 'address_ranges',
    default: null,
    unset: 'this machine only',
    meaning:
      "Load balancers that may ask for the [edge's health](edge.md#health-checks), separated by commas or spaces. Loopback addresses always may.",
    allowed: 'IPv4 and IPv6 addresses and CIDR ranges, such as 10.0.0.0/8 or 2001:db8::/32',
    secret: false,
  },
  NAMEPLATE_LAME_DUCK: {
    kind: 'integer',
    default: '0',
    min: 0,
    max: 300,
    meaning:
      'Seconds between the signal to stop and the drain. Meanwhile health checks and `/readyz` answer 503 and everything is still served, so that load balancers look elsewhere first: twice the interval of their checks is enough.',
    allowed: 'a whole number from 0 to 300 (seconds)',
    secret: false,
  },
  NAMEPLATE_EDGE_HOSTNAME: {
    kind: 'host_name',
    default: null,
    unset: 'none; without it and `NAMEPLATE_EDGE_ADDRESSES` no DNS record can be checked',
    meaning:
      'Public name of the edge. `dns_records` tells owners of custom domains to point a CNAME record at it.',
    allowed: 'a DNS host name of two or more labels, such as edge.example.com',
    secret: false,
  },
  NAMEPLATE_EDGE_ADDRESSES: {
    kind: 'addresses',
    default: null,
    unset: 'what `NAMEPLATE_EDGE_HOSTNAME` resolves to',
    meaning:
      'Public addresses of the edge, separated by commas or spaces. `dns_records` tells owners of apex domains to point A and AAAA records at them.',
    allowed: 'IPv4 and IPv6 addresses, such as 203.0.113.7 or 2001:db8::7',
    secret: false,
  },
  NAMEPLATE_DNS_SERVERS: {
    kind: 'dns_servers',
    default: null,
    unset: "the system's",
    meaning:
      'DNS servers that check the records of custom domains and [the hosts of crawlers](bots.md#reverse-dns), separated by commas or spaces.',
    allowed: 'IP addresses with an optional port, such as 9.9.9.9, 127.0.0.1:5353 or [2620:fe::fe]:53',
    secret: false,
  },
  NAMEPLATE_DNS_ZONE: {
    kind: 'host_name',
    default: null,
    unset: 'none',
    meaning:
      'Zone that [Nameplate itself answers for](dns-responder.md), so that certificate authorities find challenges there. It is a name for this alone, delegated to `NAMEPLATE_DNS_NAMESERVERS`.',
    allowed: 'a DNS host name of two or more labels, such as acme.example.net',
    secret: false,
  },
  NAMEPLATE_DNS_NAMESERVERS: {
    kind: 'host_names',
    default: null,
    unset: '`NAMEPLATE_EDGE_HOSTNAME`',
    meaning:
      'Names of the name servers of `NAMEPLATE_DNS_ZONE`, as in its delegation, separated by commas or spaces. Each is a machine of this installation, and outside the zone.',
    allowed: 'DNS host names of two or more labels outside NAMEPLATE_DNS_ZONE, such as ns1.example.net',
    secret: false,
  },
  NAMEPLATE_DOMAIN_CONNECT_HOSTS: {
    kind: 'host_names',
    default: null,
    unset: 'none',
    meaning:
      'Hosts of DNS providers’ pages that the button of [Domain Connect](../guides/domain-connect.md) may lead to, beside those that Nameplate knows, separated by commas or spaces. It takes `NAMEPLATE_DNS_ZONE` and `NAMEPLATE_EDGE_HOSTNAME`.',
    allowed: 'DNS host names of two or more labels, such as connect.provider.example',
    secret: false,
  },
  NAMEPLATE_DNS_HOST: {
    kind: 'host',
    default: null,
    unset: 'that of `NAMEPLATE_EDGE_HOST`',
    meaning:
      'Address that queries for `NAMEPLATE_DNS_ZONE` are answered on. Where another DNS server runs on the machine, as many systems have one on 127.0.0.53, name the public address.',
    allowed: 'an IP address or a host name',
    secret: false,
  },
  NAMEPLATE_DNS_PORT: {
    kind: 'port',
    default: '8053',
    min: 0,
    max: 65_535,
    meaning:
      'Port of the same, UDP and TCP; 53 in production. `0` turns the listener off on this machine. Without `NAMEPLATE_DNS_ZONE` it is off anyway.',
    allowed: 'a port number from 1 to 65535, or 0 to turn the listener off',
    secret: false,
  },
  NAMEPLATE_UPSTREAM_ALLOW: {
    kind: 'address_ranges',
    default: null,
    unset: 'none',
    meaning:
      "Loopback, link-local, private and other special addresses that upstreams may resolve to, separated by commas or spaces. Everyone who can create upstreams can then reach them. The service's own ports stay out of reach.",
    allowed: 'IPv4 and IPv6 addresses and CIDR ranges, such as 10.0.0.0/8 or fd00::/8',
    secret: false,
  },
  NAMEPLATE_UPSTREAM_CONNECT_TIMEOUT: {
    kind: 'integer',
    default: '5',
    min: 1,
    max: 300,
    meaning: 'Seconds that connecting to an upstream may take, TLS included; then the visitor gets 504.',
    allowed: 'a whole number from 1 to 300 (seconds)',
    secret: false,
  },
  NAMEPLATE_UPSTREAM_MAX_CONNECTIONS: {
    kind: 'integer',
    default: '1024',
    min: 1,
    max: 65_535,
    meaning:
      'Connections that each edge worker may have to one upstream, upgraded ones (WebSockets) included: the upstream sees up to this times `NAMEPLATE_EDGE_WORKERS`, from each machine. Requests beyond wait for one, as long as for a new connection; then the visitor gets 503.',
    allowed: 'a whole number from 1 to 65535',
    secret: false,
  },
  NAMEPLATE_UPSTREAM_CLIENT_LIMIT: {
    kind: 'integer',
    default: null,
    unset: 'a quarter of `NAMEPLATE_UPSTREAM_MAX_CONNECTIONS`, rounded up',
    min: 0,
    max: 65_535,
    meaning:
      'Requests, WebSockets and event streams that one client address (of IPv6: its /64) may have under way at one upstream, in each edge worker; further ones get 429. `0` turns the limit off. Behind a load balancer, set `NAMEPLATE_TRUSTED_PROXIES`: otherwise all its visitors are one client.',
    allowed: 'a whole number from 0 to 65535 (0 for no limit)',
    secret: false,
  },
  NAMEPLATE_UPSTREAM_RESPONSE_TIMEOUT: {
    kind: 'integer',
    default: '60',
    min: 1,
    max: 3_600,
    meaning:
      'Seconds that an upstream may take from the end of the request to the head of its answer; then the visitor gets 504.',
    allowed: 'a whole number from 1 to 3600 (seconds)',
    secret: false,
  },
  NAMEPLATE_DATABASE_URL: {
    kind: 'postgres_url',
    default: null,
    unset: 'embedded SQLite',
    meaning:
      'Puts the control store on PostgreSQL instead of embedded SQLite. For a Unix socket: `postgres://user@/database?host=/var/run/postgresql`.',
    allowed: 'postgres://user:password@host:5432/database, or with ?host=/socket/directory',
    secret: true,
  },
  NAMEPLATE_DATABASE_LISTEN_URL: {
    kind: 'postgres_url',
    default: null,
    unset: '`NAMEPLATE_DATABASE_URL`',
    meaning:
      'The same database without a pooler in transaction mode between, for the one connection of a process that listens for changes. Without it changes behind such a pooler arrive by polling, within 250 ms.',
    allowed: 'postgres://user:password@host:5432/database, or with ?host=/socket/directory',
    secret: true,
  },
  NAMEPLATE_DATABASE_CONNECTIONS: {
    kind: 'integer',
    default: '10',
    min: 2,
    max: 1_000,
    meaning:
      'Connections to PostgreSQL that one process may have open, the one that listens included. Each machine has one process that connects, and two during an upgrade.',
    allowed: 'a whole number from 2 to 1000',
    secret: false,
  },
  NAMEPLATE_CLICKHOUSE_URL: {
    kind: 'clickhouse_url',
    default: null,
    unset: 'embedded chDB',
    meaning:
      'Puts analytics on a ClickHouse server or cluster instead of embedded chDB. Machines that share a PostgreSQL need it: a second one with embedded analytics refuses to start.',
    allowed: 'http://user:password@host:8123/database, or https',
    secret: true,
  },
  NAMEPLATE_CLICKHOUSE_CLUSTER: {
    kind: 'identifier',
    default: null,
    unset: 'a single server',
    meaning:
      'Name of the ClickHouse cluster: tables are created on all of it, replicated, and sharded by custom domain.',
    allowed: 'letters, digits and "_", not beginning with a digit',
    secret: false,
  },
  NAMEPLATE_RETENTION_DAYS: {
    kind: 'integer',
    default: '0',
    min: 0,
    max: 36_600,
    meaning:
      'Days that analytics are kept, today included; older ones are deleted. `0` keeps them forever. Months whose [usage](usage.md#closing) is to be closed need 34 or more.',
    allowed: 'a whole number from 0 to 36600 (days; 0 for ever)',
    secret: false,
  },
  NAMEPLATE_RETENTION_CONFIRMED: {
    kind: 'date',
    default: null,
    unset: 'only a clock that the stored rows agree with',
    meaning:
      "Today's date, to confirm that the clock is right although the newest stored rows are older: the start then removes old rows. Ignored unless the clock is within a day of it, so it may stay set (see [retention](analytics-store.md#retention)).",
    allowed: 'a date YYYY-MM-DD',
    secret: false,
  },
  NAMEPLATE_ANALYTICS_MEMORY: {
    kind: 'integer',
    default: '2048',
    min: 256,
    max: 1_048_576,
    meaning: 'MiB of memory that embedded analytics may use before it refuses a report.',
    allowed: 'a whole number from 256 to 1048576 (MiB)',
    secret: false,
  },
  NAMEPLATE_SPOOL_BUDGET: {
    kind: 'integer',
    default: '4096',
    min: 16,
    max: 16_777_216,
    meaning:
      'MiB of disk that events may use while the analytics store is unavailable. Beyond it new events are dropped and counted; the oldest are kept.',
    allowed: 'a whole number from 16 to 16777216 (MiB)',
    secret: false,
  },
  NAMEPLATE_EXPORT_BUDGET: {
    kind: 'integer',
    default: '10240',
    min: 16,
    max: 16_777_216,
    meaning:
      'MiB of disk that files of [exports](exports.md#files) may use; a quarter of it is one account’s. Exports to buckets need none.',
    allowed: 'a whole number from 16 to 16777216 (MiB)',
    secret: false,
  },
  NAMEPLATE_BOOTSTRAP_TOKEN: {
    kind: 'access_token',
    default: null,
    unset: 'a random one',
    meaning:
      'Access token to create on the first start, on an empty data directory, instead of a random one; for containers and tests.',
    allowed: 'np_ followed by 43 letters, digits, "-" or "_"',
    secret: true,
  },
  NAMEPLATE_FIRST_TOKEN_FILE: {
    kind: 'path',
    default: null,
    unset: 'the terminal or, where standard output is not one, `first-token` in the data directory',
    meaning:
      'File that the first start writes its access token to, for its owner only, instead of printing it. A first start is refused when the file exists. Not together with `NAMEPLATE_BOOTSTRAP_TOKEN`.',
    allowed: 'a path without NUL characters',
    secret: false,
  },
  NAMEPLATE_SECRET_KEY: {
    kind: 'encryption_key',
    default: null,
    unset: '`secret.key` in the data directory, made on first start',
    meaning:
      'Key that encrypts private keys at rest, as `openssl rand -base64 32` prints it; the same on every machine. Without it every stored private key is lost. `NEW,OLD` while it is rotated (see [certificates](certificates.md)).',
    allowed: 'the base64 form of exactly 32 bytes (44 characters), or two of them as NEW,OLD',
    secret: true,
  },
  NAMEPLATE_ACME: {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'on', 'off'],
    meaning:
      'Whether certificates are ordered automatically. `auto`: yes, except with an embedded control store and neither `NAMEPLATE_EDGE_HOSTNAME` nor `NAMEPLATE_EDGE_ADDRESSES`. Ordering means agreeing to the terms of the certificate authority (see [automatic certificates](acme.md)).',
    allowed: 'auto, on or off',
    secret: false,
  },
  NAMEPLATE_ACME_DIRECTORY: {
    kind: 'directory_urls',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    meaning:
      "Directory of the certificate authority (ACME, RFC 8555), or of [several](acme.md#several-authorities), separated by commas or spaces: the next one is asked when the one before can't issue. To try things out: Let's Encrypt's `https://acme-staging-v02.api.letsencrypt.org/directory`.",
    allowed: 'up to 5 https URLs without user and password, or http on a loopback address',
    secret: false,
  },
  NAMEPLATE_ACME_EMAIL: {
    kind: 'email',
    default: null,
    unset: 'none',
    meaning: 'E-mail address for the certificate authority; some authorities require one.',
    allowed: 'an e-mail address, such as ops@example.com',
    secret: false,
  },
  NAMEPLATE_ACME_EAB_KEY_ID: {
    kind: 'token',
    default: null,
    unset: 'none',
    meaning:
      'Key id of the external account binding, for authorities that serve only their customers; with `NAMEPLATE_ACME_EAB_HMAC_KEY`. With several authorities one for each, in their order, separated by commas; `none` where there is none.',
    allowed: 'up to 512 visible ASCII characters; with several authorities one or none for each of them',
    secret: false,
  },
  NAMEPLATE_ACME_EAB_HMAC_KEY: {
    kind: 'hmac_keys',
    default: null,
    unset: 'none',
    meaning: 'HMAC key of the external account binding; with several authorities like the key ids.',
    allowed: 'the base64url form of 16 to 512 bytes; with several authorities one or none for each of them',
    secret: true,
  },
  NAMEPLATE_ACME_WEEKLY_BUDGET: {
    kind: 'integer',
    default: '40',
    min: 0,
    max: 1_000_000,
    meaning:
      "New certificates a week for one registered domain and the names below it, over all machines; renewals are not counted. Let's Encrypt issues 50. `0` leaves it to the authority.",
    allowed: 'a whole number from 0 to 1000000 (certificates a week; 0 for no limit)',
    secret: false,
  },
  NAMEPLATE_ACME_ORDERS_PER_3H: {
    kind: 'integer',
    default: '300',
    min: 0,
    max: 1_000_000,
    meaning:
      "Orders that an account with a certificate authority makes in three hours, over all machines: as many at once, and then one whenever its part of the three hours has passed. What is more waits, [in turn](acme.md#the-order-budget). Renewals that name the certificate they replace are not counted. Let's Encrypt takes 300, and more on request. `0` leaves it to the authority.",
    allowed: 'a whole number from 0 to 1000000 (orders in three hours; 0 for no limit)',
    secret: false,
  },
  NAMEPLATE_ACME_PROFILE: {
    kind: 'profiles',
    default: null,
    unset: 'none',
    meaning:
      "[Profile](acme.md#profiles) that orders name, such as Let's Encrypt's `shortlived`. With several authorities one for all, or one for each, in their order, separated by commas; `none` where there is none. One that an authority doesn't offer is not asked for.",
    allowed:
      'a name of up to 128 visible ASCII characters without commas; with several authorities one, or one or none for each of them',
    secret: false,
  },
  NAMEPLATE_ACME_ADDRESS_CERTIFICATES: {
    kind: 'choice',
    default: 'false',
    choices: ['true', 'false'],
    meaning:
      'Whether certificates are ordered for the addresses in `NAMEPLATE_EDGE_ADDRESSES` too (RFC 8738), and shown to clients that name no host ([address certificates](acme.md#address-certificates)).',
    allowed: 'true or false',
    secret: false,
  },
  NAMEPLATE_ASK_URL: {
    kind: 'ask_url',
    default: null,
    unset: 'unknown names are refused',
    meaning:
      'Endpoint that [decides about unknown names](ask.md) whose DNS records lead here: it gets `?domain=` with the name, and 200 adds it. It may be at any address, with a user and a password.',
    allowed: 'an https URL, or an http one of localhost, 127.0.0.1 or [::1], without a fragment',
    secret: true,
  },
  NAMEPLATE_ASK_UPSTREAM: {
    kind: 'uuid',
    default: null,
    unset: 'answers of `NAMEPLATE_ASK_URL` have to name one',
    meaning:
      'Upstream of the custom domains that `NAMEPLATE_ASK_URL` agrees to without naming another one. Its account gets the redirects that the answers name.',
    allowed: "an upstream's uuid",
    secret: false,
  },
  NAMEPLATE_VISITOR_SALT_PERIOD: {
    kind: 'choice',
    default: 'month',
    choices: ['day', 'month'],
    meaning:
      'How long the random salt behind visitor hashes lives before it is destroyed. `day` is the strictest privacy; a visitor who returns on another day then counts again.',
    allowed: 'day or month',
    secret: false,
  },
  NAMEPLATE_GEOIP_DATABASE: {
    kind: 'path',
    default: null,
    unset: 'the database that comes with the program (DB-IP City Lite)',
    meaning:
      'Database in MaxMind format (`.mmdb`) that locations of visitors are looked up in, such as GeoLite2 City or GeoIP2 City.',
    allowed: 'the path of a MaxMind-format file with cities',
    secret: false,
  },
  NAMEPLATE_NETWORK_DATABASE: {
    kind: 'path',
    default: null,
    unset: 'the ranges that come with the program (ip-location-db)',
    meaning:
      'Database of autonomous systems in MaxMind format (`.mmdb`) that [hosting networks](enrichment.md#hosting-networks) are looked up in, such as GeoLite2 ASN.',
    allowed: 'the path of a MaxMind-format file with autonomous systems',
    secret: false,
  },
  NAMEPLATE_CRAWLER_LIST: {
    kind: 'path',
    default: null,
    unset: 'the list that comes with the program (crawler-user-agents)',
    meaning: 'List that names [crawlers](enrichment.md#crawlers), in the JSON format of crawler-user-agents.',
    allowed: 'the path of a JSON array of objects with a "pattern"',
    secret: false,
  },
  NAMEPLATE_CRAWLER_RANGES: {
    kind: 'path',
    default: null,
    unset: 'the ranges that come with the program',
    meaning:
      'Addresses that [crawlers come from](bots.md#ranges): a JSON object with the name of each crawler and its ranges in CIDR notation.',
    allowed: 'the path of a JSON object of names with arrays of ranges',
    secret: false,
  },
  NAMEPLATE_BOT_DIRECTORIES: {
    kind: 'bot_directories',
    default: null,
    unset: 'only the directories that come with the program',
    meaning:
      'Where crawlers publish the keys that they [sign requests](bots.md#signatures) with, besides the directories that come with the program: names of crawlers with https origins, separated by commas. A name may stand there several times.',
    allowed: 'up to 100 names with https origins, such as Acme Monitor=https://bots.acme.example',
    secret: false,
  },
  NAMEPLATE_DATA_PLACES_URL: {
    kind: 'download_url',
    default: null,
    unset: 'nothing is downloaded',
    meaning:
      'Address that [`nameplate data update`](enrichment.md#data-that-ages) downloads the database of locations from, in place of `NAMEPLATE_GEOIP_DATABASE`: a `.mmdb` file, also as `.gz` or `.tar.gz`. It may have a user and a password.',
    allowed: 'an https or http URL',
    secret: true,
  },
  NAMEPLATE_DATA_NETWORKS_URL: {
    kind: 'download_url',
    default: null,
    unset: 'nothing is downloaded',
    meaning: 'The same for the database of autonomous systems, in place of `NAMEPLATE_NETWORK_DATABASE`.',
    allowed: 'an https or http URL',
    secret: true,
  },
  NAMEPLATE_DATA_CRAWLERS_URL: {
    kind: 'download_url',
    default: null,
    unset: 'nothing is downloaded',
    meaning: 'The same for the list of crawlers, in place of `NAMEPLATE_CRAWLER_LIST`.',
    allowed: 'an https or http URL',
    secret: true,
  },
  NAMEPLATE_DATA_RANGES_URL: {
    kind: 'download_url',
    default: null,
    unset: 'nothing is downloaded',
    meaning: 'The same for the ranges of crawlers, in place of `NAMEPLATE_CRAWLER_RANGES`.',
    allowed: 'an https or http URL',
    secret: true,
  },
  NAMEPLATE_DATA_UPDATE_EVERY: {
    kind: 'integer',
    default: '24',
    min: 1,
    max: 8_760,
    meaning: 'Hours from one download of this data by the service to the next.',
    allowed: 'a whole number from 1 to 8760 (hours)',
    secret: false,
  },
  NAMEPLATE_EVENT_RATE_LIMIT: {
    kind: 'integer',
    default: '600',
    min: 0,
    max: 1_000_000,
    meaning:
      'Events of trackers a minute that one client address (of IPv6: its /64) may send to each edge worker; `0` turns the limit off.',
    allowed: 'a whole number from 0 to 1000000 (events a minute; 0 for no limit)',
    secret: false,
  },
  NAMEPLATE_RATE_LIMIT: {
    kind: 'integer',
    default: '6000',
    min: 0,
    max: 1_000_000,
    meaning: 'API requests a minute that one access token may make; `0` turns the limit off.',
    allowed: 'a whole number from 0 to 1000000 (requests a minute; 0 for no limit)',
    secret: false,
  },
  NAMEPLATE_LIMITS: {
    kind: 'limits',
    default: null,
    unset: 'the [defaults](limits.md)',
    meaning:
      'What [each account](limits.md) may have and use, where nothing else is set for it: pairs of a limit and a number or `none`, separated by commas, such as `rules=200000,hosts=none`.',
    allowed:
      'pairs such as rules=200000,hosts=none of the limits rules, hosts, unproven_hosts, access_tokens, requests_per_minute, webhook_bytes, idempotency_bytes, event_names and property_keys, each once, and a whole number or none',
    secret: false,
  },
  NAMEPLATE_BACKUP_DIR: {
    kind: 'path',
    default: null,
    unset: 'no backups are made',
    meaning:
      'Directory that the service puts [backups](../guides/backups.md) into, one every `NAMEPLATE_BACKUP_EVERY` hours; or [in S3](backups.md#in-s3), `s3://BUCKET/FOLDER`. A directory has to exist, and belongs on another disk. Of machines that share a PostgreSQL, set it on one.',
    allowed: 'a path without NUL characters, or s3://BUCKET/FOLDER',
    secret: false,
  },
  NAMEPLATE_BACKUP_EVERY: {
    kind: 'integer',
    default: '24',
    min: 1,
    max: 8_760,
    meaning: 'Hours from one backup in `NAMEPLATE_BACKUP_DIR` to the next.',
    allowed: 'a whole number from 1 to 8760 (hours)',
    secret: false,
  },
  NAMEPLATE_BACKUP_KEEP: {
    kind: 'integer',
    default: '7',
    min: 1,
    max: 10_000,
    meaning:
      'Backups that are kept in `NAMEPLATE_BACKUP_DIR`; after each new one the oldest beyond it are deleted.',
    allowed: 'a whole number from 1 to 10000',
    secret: false,
  },
  NAMEPLATE_BACKUP_PASSPHRASE: {
    kind: 'passphrase',
    default: null,
    unset: 'none; backups are without the secret key',
    meaning:
      'Passphrase that seals the secret key and the visitor salts in backups, scheduled ones and those of `nameplate backup`, and opens them for `nameplate restore`.',
    allowed: '12 to 1024 characters without control characters',
    secret: true,
  },
  NAMEPLATE_AUDIT_RETENTION: {
    kind: 'integer',
    default: '365',
    min: 0,
    max: 36_600,
    meaning:
      'Days that the [audit trail](audit-trail.md) is kept; older events are deleted. `0` keeps it forever.',
    allowed: 'a whole number from 0 to 36600 (days; 0 for ever)',
    secret: false,
  },
  NAMEPLATE_OIDC_ISSUER: {
    kind: 'directory_url',
    default: null,
    unset: 'no identity provider',
    meaning:
      'Issuer of the identity provider that people sign in with (OpenID Connect); needs the two variables below. See [OpenID Connect](openid-connect.md).',
    allowed: 'an https URL without user and password, or http on a loopback address',
    secret: false,
  },
  NAMEPLATE_OIDC_CLIENT_ID: {
    kind: 'token',
    default: null,
    unset: 'none',
    meaning: 'The identity provider’s id of this installation.',
    allowed: '1 to 512 visible ASCII characters',
    secret: false,
  },
  NAMEPLATE_OIDC_CLIENT_SECRET: {
    kind: 'token',
    default: null,
    unset: 'none',
    meaning: 'The secret that belongs to the id.',
    allowed: '1 to 512 visible ASCII characters',
    secret: true,
  },
  NAMEPLATE_OIDC_EMAIL_VERIFIED_BY: {
    kind: 'email_proofs',
    default: null,
    unset: '`email_verified` alone',
    meaning:
      'What else shows that an identity provider verified an email address, for providers that send no `email_verified`: names of claims, such as `xms_edov` of Entra ID, or domains, such as `@example.com`. See [OpenID Connect](openid-connect.md#verified-addresses).',
    allowed: 'names of claims, and domains that begin with @, separated by commas',
    secret: false,
  },
  NAMEPLATE_SMTP_URL: {
    kind: 'smtp_url',
    default: null,
    unset: 'none; no e-mail is sent',
    meaning:
      'Mail server that [e-mail to customers](connect-page.md#e-mail) goes through: `smtps://user:password@host:465` (TLS), or `smtp://user:password@host:587` (STARTTLS, without which nothing is sent). `smtp://host:25?starttls=off` sends in clear text, for a relay on the same machine. User and password are percent-encoded. Needs `NAMEPLATE_SMTP_FROM` and `NAMEPLATE_API_ORIGIN`.',
    allowed: 'an smtps:// or smtp:// URL with a host, without a path; ?starttls=off with smtp:// only',
    secret: true,
  },
  NAMEPLATE_SMTP_FROM: {
    kind: 'email',
    default: null,
    unset: 'none',
    meaning: 'Address that e-mail to customers comes from. Your mail server has to accept it.',
    allowed: 'an e-mail address, such as domains@example.com',
    secret: false,
  },
  NAMEPLATE_LOG_LEVEL: {
    kind: 'choice',
    default: 'info',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    meaning: 'Lowest level that is logged.',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    secret: false,
  },
  NAMEPLATE_METRICS_HOSTS: {
    kind: 'integer',
    default: '0',
    min: 0,
    max: 100,
    meaning:
      'How many hosts `/metrics` names with their requests, the [busiest](metrics.md#the-busiest-hosts) ones. Whoever can read it sees these hosts, of all accounts. `0` names none.',
    allowed: 'a whole number from 0 to 100 (hosts; 0 for none)',
    secret: false,
  },
  NAMEPLATE_OTLP_ENDPOINT: {
    kind: 'collector_url',
    default: null,
    unset: 'nothing is sent',
    meaning:
      'Where metrics and traces are sent with OTLP over HTTP, as JSON; `/v1/metrics` and `/v1/traces` are added. See [tracing](tracing.md).',
    allowed:
      'an http or https URL without a user name, a query and a fragment, such as http://127.0.0.1:4318',
    secret: false,
  },
  NAMEPLATE_OTLP_HEADERS: {
    kind: 'fields',
    default: null,
    unset: 'none',
    meaning: 'Fields that are sent with it, such as `Authorization=Bearer%20…`: values are percent-encoded.',
    allowed: 'name=value, several separated by commas; values percent-encoded',
    secret: true,
  },
  NAMEPLATE_OTLP_TRACE_RATIO: {
    kind: 'ratio',
    default: '0.01',
    meaning: 'How many of the requests to the edge and to the API are traced: `1` all, `0` none.',
    allowed: 'a number from 0 to 1, such as 0.05',
    secret: false,
  },
  NAMEPLATE_ACCESS_LOG: {
    kind: 'path',
    default: null,
    unset: 'no access log',
    meaning:
      'Where the edge logs every request: `stdout`, or the path of a file, which is opened anew when it was rotated. See [the access log](access-log.md).',
    allowed: 'stdout or a path without NUL characters',
    secret: false,
  },
  NAMEPLATE_ACCESS_LOG_FORMAT: {
    kind: 'choice',
    default: 'json',
    choices: ['json', 'combined'],
    meaning: "Format of the access log: one JSON object a line, or Apache's and nginx's combined format.",
    allowed: 'json or combined',
    secret: false,
  },
  NAMEPLATE_LOG_FORMAT: {
    kind: 'choice',
    default: null,
    unset: '`pretty` on a terminal, otherwise `json`',
    choices: ['json', 'pretty'],
    meaning: 'Format of the log: one JSON object a line, or colored text for people.',
    allowed: 'json or pretty',
    secret: false,
  },
} as const;

export type VariableName = keyof typeof variables;

/** The names in the order of the table. */
export const variableNames: readonly VariableName[] = Object.keys(variables).filter(isVariableName);

/** Tells whether a name stands in the table. */
export function isVariableName(name: string): name is VariableName {
  return Object.hasOwn(variables, name);
}

/** Answers the definition behind a name with every optional field readable; holds the table to its type, too. */
export function definitionOf(name: VariableName): VariableDefinition {
  return variables[name];
}
