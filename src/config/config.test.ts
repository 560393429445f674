import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { defaultLimits } from '../core/account-limits.ts';
import { type Config, parseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { variableNames, variables } from './variables.ts';

const cpuCount = 4;
const token = `np_${'aZ09_-'.repeat(7)}b`;
const key = Buffer.alloc(32, 0xfb).toString('base64');

function parse(env: Record<string, string | undefined>): Config {
  return parseConfig(env, cpuCount);
}

function errorOf(env: Record<string, string | undefined>): ConfigError {
  try {
    parse(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(env)}`);
}

describe('parseConfig', () => {
  it('answers the documented defaults for an empty environment', () => {
    expect(parse({})).toEqual({
      dataDir: './data',
      api: { host: '127.0.0.1', port: 3000, origin: undefined },
      edge: {
        host: '127.0.0.1',
        httpPort: 8080,
        httpsPort: 8443,
        httpsRedirect: true,
        tlsMinVersion: '1.2',
        workers: cpuCount,
        bodyMinRate: 500,
        trustedProxies: [],
        clientAddressField: 'x-forwarded-for',
        healthAllow: [],
        lameDuckMs: 0,
        publicHostname: undefined,
        publicAddresses: [],
      },
      dnsServers: [],
      domainConnectHosts: [],
      botDirectories: [],
      checksDestinations: false,
      upstream: {
        allow: [],
        connectTimeoutMs: 5000,
        maxConnections: 1024,
        maxRequestsPerClient: 256,
        responseTimeoutMs: 60_000,
      },
      control: { kind: 'sqlite', path: 'data/control.db' },
      analytics: {
        location: { kind: 'chdb', path: 'data/analytics', memoryBytes: 2 ** 31 },
        retentionDays: 0,
      },
      spool: { path: 'data/spool', budgetBytes: 2 ** 32 },
      exportBudgetBytes: 10 * 2 ** 30,
      bootstrapToken: undefined,
      firstTokenFile: undefined,
      secretKey: undefined,
      acme: undefined,
      ask: undefined,
      backup: { directory: undefined, everyHours: 24, keep: 7, passphrase: undefined },
      lookupData: { places: undefined, networks: undefined, crawlers: undefined, ranges: undefined },
      dataUpdateEveryHours: 24,
      metricsHosts: 0,
      eventsPerMinute: 600,
      visitorSaltPeriod: 'month',
      rateLimitPerMinute: 6000,
      limits: defaultLimits,
      oidc: undefined,
      smtp: undefined,
      auditRetentionDays: 365,
      log: { level: 'info', format: undefined },
    });
  });

  it('answers what every variable sets', () => {
    const env = {
      NAMEPLATE_DATA_DIR: '/var/lib/nameplate',
      NAMEPLATE_HOST: '::1',
      NAMEPLATE_API_PORT: '1',
      NAMEPLATE_API_ORIGIN: 'https://Nameplate.example.com:443/',
      NAMEPLATE_EDGE_HOST: '0.0.0.0',
      NAMEPLATE_EDGE_HTTP_PORT: '80',
      NAMEPLATE_EDGE_HTTPS_PORT: '65535',
      NAMEPLATE_HTTPS_REDIRECT: 'false',
      NAMEPLATE_TLS_MIN_VERSION: '1.3',
      NAMEPLATE_CHECK_DESTINATIONS: 'true',
      NAMEPLATE_EDGE_WORKERS: '12',
      NAMEPLATE_BODY_MIN_RATE: '0',
      NAMEPLATE_TRUSTED_PROXIES: '10.0.0.0/8',
      NAMEPLATE_CLIENT_ADDRESS_FIELD: 'forwarded',
      NAMEPLATE_HEALTH_ALLOW: '10.1.2.3/24',
      NAMEPLATE_LAME_DUCK: '20',
      NAMEPLATE_EDGE_HOSTNAME: 'Edge.Example.com.',
      NAMEPLATE_EDGE_ADDRESSES: '203.0.113.7 2001:DB8::7',
      NAMEPLATE_DNS_SERVERS: '127.0.0.1:5353, 2620:fe::fe',
      NAMEPLATE_DNS_ZONE: 'ACME.Example.net.',
      NAMEPLATE_DNS_NAMESERVERS: 'ns1.example.net, NS2.example.net ns1.example.net',
      NAMEPLATE_DOMAIN_CONNECT_HOSTS: 'connect.provider.example',
      NAMEPLATE_DNS_HOST: '203.0.113.7',
      NAMEPLATE_DNS_PORT: '53',
      NAMEPLATE_UPSTREAM_ALLOW: '10.1.2.3/8',
      NAMEPLATE_UPSTREAM_CONNECT_TIMEOUT: '2',
      NAMEPLATE_UPSTREAM_MAX_CONNECTIONS: '64',
      NAMEPLATE_UPSTREAM_CLIENT_LIMIT: '9',
      NAMEPLATE_UPSTREAM_RESPONSE_TIMEOUT: '3600',
      NAMEPLATE_DATABASE_URL: 'postgres://user:secret@db:5432/nameplate',
      NAMEPLATE_DATABASE_LISTEN_URL: 'postgres://user:secret@primary:5432/nameplate',
      NAMEPLATE_DATABASE_CONNECTIONS: '4',
      NAMEPLATE_CLICKHOUSE_URL: 'https://user:secret@ch:8443/analytics',
      NAMEPLATE_CLICKHOUSE_CLUSTER: 'main',
      NAMEPLATE_RETENTION_DAYS: '400',
      NAMEPLATE_RETENTION_CONFIRMED: '1970-01-11',
      NAMEPLATE_ANALYTICS_MEMORY: '512',
      NAMEPLATE_SPOOL_BUDGET: '16',
      NAMEPLATE_EXPORT_BUDGET: '32',
      NAMEPLATE_BOOTSTRAP_TOKEN: token,
      NAMEPLATE_FIRST_TOKEN_FILE: '/run/first-token',
      NAMEPLATE_SECRET_KEY: key,
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: 'https://ca.example/dir',
      NAMEPLATE_ACME_EMAIL: 'ops@example.com',
      NAMEPLATE_ACME_EAB_KEY_ID: 'kid-1',
      NAMEPLATE_ACME_EAB_HMAC_KEY: 'a'.repeat(32),
      NAMEPLATE_ACME_WEEKLY_BUDGET: '0',
      NAMEPLATE_ACME_ORDERS_PER_3H: '0',
      NAMEPLATE_ACME_PROFILE: 'shortlived',
      NAMEPLATE_ACME_ADDRESS_CERTIFICATES: 'true',
      NAMEPLATE_ASK_URL: 'https://app.example/check',
      NAMEPLATE_ASK_UPSTREAM: '0197aaaa-0000-7000-8000-0000000000f1',
      NAMEPLATE_VISITOR_SALT_PERIOD: 'day',
      NAMEPLATE_GEOIP_DATABASE: '/srv/city.mmdb',
      NAMEPLATE_NETWORK_DATABASE: '/srv/asn.mmdb',
      NAMEPLATE_CRAWLER_LIST: '/srv/crawlers.json',
      NAMEPLATE_CRAWLER_RANGES: '/srv/ranges.json',
      NAMEPLATE_BOT_DIRECTORIES:
        ' Acme Monitor = https://Bots.Acme.example/ ,acme monitor=https://bots.acme.example',
      NAMEPLATE_DATA_PLACES_URL: 'https://data.example/city.mmdb',
      NAMEPLATE_DATA_NETWORKS_URL: 'https://data.example/asn.mmdb',
      NAMEPLATE_DATA_CRAWLERS_URL: 'https://me:hunter2@data.example/crawlers.json',
      NAMEPLATE_DATA_RANGES_URL: 'https://data.example/ranges.json',
      NAMEPLATE_DATA_UPDATE_EVERY: '48',
      NAMEPLATE_EVENT_RATE_LIMIT: '0',
      NAMEPLATE_RATE_LIMIT: '0',
      NAMEPLATE_LIMITS: 'rules=5',
      NAMEPLATE_BACKUP_DIR: '/srv/backups',
      NAMEPLATE_BACKUP_EVERY: '6',
      NAMEPLATE_BACKUP_KEEP: '28',
      NAMEPLATE_BACKUP_PASSPHRASE: 'correct horse battery',
      NAMEPLATE_AUDIT_RETENTION: '30',
      NAMEPLATE_OIDC_ISSUER: 'https://id.example.com',
      NAMEPLATE_OIDC_CLIENT_ID: 'nameplate',
      NAMEPLATE_OIDC_CLIENT_SECRET: 'hidden-secret',
      NAMEPLATE_OIDC_EMAIL_VERIFIED_BY: 'xms_edov, @Example.com',
      NAMEPLATE_SMTP_URL: 'smtps://me%40example.com:hidden%3Asecret@mail.example.com',
      NAMEPLATE_SMTP_FROM: 'domains@example.com',
      NAMEPLATE_LOG_LEVEL: 'debug',
      NAMEPLATE_METRICS_HOSTS: '20',
      NAMEPLATE_OTLP_ENDPOINT: 'https://otlp.example/team/',
      NAMEPLATE_OTLP_HEADERS: 'X-Team=a%2Cb',
      NAMEPLATE_OTLP_TRACE_RATIO: '0.5',
      NAMEPLATE_ACCESS_LOG: '/var/log/edge.log',
      NAMEPLATE_ACCESS_LOG_FORMAT: 'combined',
      NAMEPLATE_LOG_FORMAT: 'pretty',
    };
    expect(Object.keys(env)).toEqual(variableNames);
    const downloads = {
      NAMEPLATE_DATA_PLACES_URL: '',
      NAMEPLATE_DATA_NETWORKS_URL: '',
      NAMEPLATE_DATA_RANGES_URL: '',
    };
    const oneOfEach = { ...env, ...downloads, NAMEPLATE_CRAWLER_LIST: '' };
    expect(() => parse(env)).toThrow(/^NAMEPLATE_DATA_PLACES_URL is set, but NAMEPLATE_GEOIP_DATABASE is/);
    // The token and the file exclude each other.
    expect(parse({ ...oneOfEach, NAMEPLATE_BOOTSTRAP_TOKEN: '' }).firstTokenFile).toBe('/run/first-token');
    expect(() => parse(oneOfEach)).toThrow(
      /^NAMEPLATE_FIRST_TOKEN_FILE is set, but NAMEPLATE_BOOTSTRAP_TOKEN/,
    );
    expect(parse({ ...oneOfEach, NAMEPLATE_FIRST_TOKEN_FILE: '' })).toEqual({
      dataDir: '/var/lib/nameplate',
      api: { host: '::1', port: 1, origin: 'https://nameplate.example.com' },
      edge: {
        host: '0.0.0.0',
        httpPort: 80,
        httpsPort: 65_535,
        httpsRedirect: false,
        tlsMinVersion: '1.3',
        workers: 12,
        bodyMinRate: 0,
        trustedProxies: ['10.0.0.0/8'],
        clientAddressField: 'forwarded',
        healthAllow: ['10.1.2.0/24'],
        lameDuckMs: 20_000,
        publicHostname: 'edge.example.com',
        publicAddresses: ['203.0.113.7', '2001:db8::7'],
      },
      dnsServers: ['127.0.0.1:5353', '2620:fe::fe'],
      domainConnectHosts: ['connect.provider.example'],
      botDirectories: [{ crawler: 'acme monitor', origin: 'https://bots.acme.example' }],
      responder: {
        zone: 'acme.example.net',
        nameServers: ['ns1.example.net', 'ns2.example.net'],
        host: '203.0.113.7',
        port: 53,
      },
      checksDestinations: true,
      upstream: {
        allow: ['10.0.0.0/8'],
        connectTimeoutMs: 2000,
        maxConnections: 64,
        maxRequestsPerClient: 9,
        responseTimeoutMs: 3_600_000,
      },
      control: {
        kind: 'postgres',
        url: 'postgres://user:secret@db:5432/nameplate',
        listenUrl: 'postgres://user:secret@primary:5432/nameplate',
        connections: 4,
      },
      analytics: {
        location: { kind: 'clickhouse', url: 'https://user:secret@ch:8443/analytics', cluster: 'main' },
        retentionDays: 400,
        retentionConfirmedDay: 10,
      },
      spool: { path: '/var/lib/nameplate/spool', budgetBytes: 16 * 2 ** 20 },
      exportBudgetBytes: 32 * 2 ** 20,
      bootstrapToken: token,
      firstTokenFile: undefined,
      secretKey: key,
      ask: { url: 'https://app.example/check', upstreamUuid: '0197aaaa-0000-7000-8000-0000000000f1' },
      acme: {
        authorities: [
          {
            directoryUrl: 'https://ca.example/dir',
            externalAccount: { keyId: 'kid-1', hmacKey: 'a'.repeat(32) },
            profile: 'shortlived',
          },
        ],
        email: 'ops@example.com',
        weeklyBudget: 0,
        ordersPer3h: 0,
        addresses: ['203.0.113.7', '2001:db8::7'],
      },
      backup: {
        directory: '/srv/backups',
        everyHours: 6,
        keep: 28,
        passphrase: 'correct horse battery',
      },
      lookupData: {
        places: { path: '/srv/city.mmdb', isDownloaded: false },
        networks: { path: '/srv/asn.mmdb', isDownloaded: false },
        crawlers: {
          path: '/var/lib/nameplate/downloads/crawlers.json',
          isDownloaded: true,
          url: 'https://me:hunter2@data.example/crawlers.json',
        },
        ranges: { path: '/srv/ranges.json', isDownloaded: false },
      },
      dataUpdateEveryHours: 48,
      metricsHosts: 20,
      eventsPerMinute: 0,
      visitorSaltPeriod: 'day',
      rateLimitPerMinute: 0,
      limits: { ...defaultLimits, rules: 5, requests_per_minute: null },
      oidc: {
        issuer: 'https://id.example.com',
        clientId: 'nameplate',
        clientSecret: 'hidden-secret',
        emailVerifiedBy: { claims: ['xms_edov'], domains: ['example.com'] },
      },
      smtp: {
        host: 'mail.example.com',
        port: 465,
        encryption: 'tls',
        credentials: { user: 'me@example.com', password: 'hidden:secret' },
        from: 'domains@example.com',
      },
      auditRetentionDays: 30,
      otlp: { endpoint: 'https://otlp.example/team', headers: { 'x-team': 'a,b' }, traceRatio: 0.5 },
      accessLog: { path: '/var/log/edge.log', format: 'combined' },
      log: { level: 'debug', format: 'pretty' },
    });
    expect(parse({ NAMEPLATE_ACCESS_LOG: 'stdout' }).accessLog).toEqual({ path: undefined, format: 'json' });
  });

  it('takes an empty value for unset', () => {
    const empty = Object.fromEntries([...variableNames, 'NAMEPLATE_TYPO'].map((name) => [name, '']));
    expect(parse(empty)).toEqual(parse({}));
  });

  it('freezes the result all the way down', () => {
    const config = parse({
      NAMEPLATE_TRUSTED_PROXIES: '10.0.0.0/8',
      NAMEPLATE_EDGE_ADDRESSES: '203.0.113.7',
      NAMEPLATE_UPSTREAM_ALLOW: '10.0.0.0/8',
    });
    for (const part of [
      config,
      config.api,
      config.edge,
      config.edge.trustedProxies,
      config.edge.publicAddresses,
      config.dnsServers,
      config.upstream,
      config.upstream.allow,
      config.control,
      config.analytics,
      config.analytics.location,
      config.spool,
      config.log,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('allows an edge with both listeners off', () => {
    const { edge } = parse({ NAMEPLATE_EDGE_HTTP_PORT: '0', NAMEPLATE_EDGE_HTTPS_PORT: '0' });
    expect([edge.httpPort, edge.httpsPort]).toEqual([0, 0]);
  });

  it.each([
    [{}, false],
    [{ NAMEPLATE_EDGE_HOSTNAME: 'edge.example.com' }, true],
    [{ NAMEPLATE_EDGE_ADDRESSES: '203.0.113.7' }, true],
    [{ NAMEPLATE_DATABASE_URL: 'postgres://db/nameplate' }, true],
    [{ NAMEPLATE_ACME: 'on' }, true],
    [{ NAMEPLATE_ACME: 'off', NAMEPLATE_EDGE_HOSTNAME: 'edge.example.com' }, false],
    [{ NAMEPLATE_ACME: 'on', NAMEPLATE_EDGE_HTTPS_PORT: '0' }, false],
  ])('orders certificates with %j: %j', (env, expected) => {
    expect(parse(env).acme !== undefined).toBe(expected);
  });

  it('refuses half of what e-mail needs', () => {
    const [server, from] = [
      { NAMEPLATE_SMTP_URL: 'smtp://u:hunter2@mail.example' },
      { NAMEPLATE_SMTP_FROM: 'a@b.example' },
    ];
    const origin = { NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com' };
    for (const [env, missing] of [
      [{ ...server, ...origin }, 'NAMEPLATE_SMTP_FROM'],
      [{ ...from, ...origin }, 'NAMEPLATE_SMTP_URL'],
      [{ ...server, ...from }, 'NAMEPLATE_API_ORIGIN'],
    ] as const)
      expect(() => parse(env)).toThrow(
        new RegExp(`^${missing} is not set, but NAMEPLATE_SMTP_\\w+ is; allowed: `),
      );
  });

  it('takes an external account whole or not at all', () => {
    expect(errorOf({ NAMEPLATE_ACME_EAB_KEY_ID: 'kid-1' }).message).toMatch(
      /^NAMEPLATE_ACME_EAB_HMAC_KEY is not set, but NAMEPLATE_ACME_EAB_KEY_ID is; allowed: the base64url/,
    );
    expect(errorOf({ NAMEPLATE_ACME_EAB_HMAC_KEY: 'a'.repeat(32) }).variable).toBe(
      'NAMEPLATE_ACME_EAB_KEY_ID',
    );
  });

  it('answers for a zone whose name servers can be found', () => {
    const zone = { NAMEPLATE_DNS_ZONE: 'acme.example.net', NAMEPLATE_EDGE_HOST: '0.0.0.0' };
    expect(parse({ ...zone, NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net' }).responder).toEqual({
      zone: 'acme.example.net',
      nameServers: ['edge.example.net'],
      host: '0.0.0.0',
      port: 8053,
    });
    const servers = { ...zone, NAMEPLATE_DNS_NAMESERVERS: 'ns1.example.net' };
    expect(parse({ ...servers, NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net' }).responder?.nameServers).toEqual(
      ['ns1.example.net'],
    );
    expect(parse({ NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net' }).responder).toBeUndefined();
    expect(errorOf(zone).message).toMatch(
      /^NAMEPLATE_DNS_NAMESERVERS is not set, nor is NAMEPLATE_EDGE_HOSTNAME, but NAMEPLATE_DNS_ZONE is; allowed: DNS host names/,
    );
    expect(
      errorOf({ ...zone, NAMEPLATE_DNS_NAMESERVERS: 'ns.example.net ns.acme.example.net' }).message,
    ).toMatch(
      /^NAMEPLATE_DNS_NAMESERVERS is "ns.acme.example.net", which is in NAMEPLATE_DNS_ZONE acme.example.net; allowed: /,
    );
    expect(errorOf({ ...zone, NAMEPLATE_EDGE_HOSTNAME: 'acme.example.net' }).variable).toBe(
      'NAMEPLATE_EDGE_HOSTNAME',
    );
    const clash = { ...servers, NAMEPLATE_EDGE_HTTP_PORT: '53', NAMEPLATE_DNS_PORT: '53' };
    expect(errorOf(clash).message).toMatch(/^NAMEPLATE_DNS_PORT is "53" on 0.0.0.0, the same listener as/);
    expect(
      parse({ ...clash, NAMEPLATE_DNS_HOST: '203.0.113.7', NAMEPLATE_EDGE_HOST: '203.0.113.8' }).responder
        ?.host,
    ).toBe('203.0.113.7');
  });

  it('has an external account or none for each of several authorities', () => {
    const acme = {
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: 'https://a.example/dir, https://b.example/dir',
    };
    const [first, second] = ['https://a.example/dir', 'https://b.example/dir'];
    expect(parse(acme).acme?.authorities).toEqual([
      { directoryUrl: first, externalAccount: undefined },
      { directoryUrl: second, externalAccount: undefined },
    ]);
    const [idName, keyName] = ['NAMEPLATE_ACME_EAB_KEY_ID', 'NAMEPLATE_ACME_EAB_HMAC_KEY'] as const;
    const hmacKey = 'a'.repeat(32);
    const ofSecond = { ...acme, [idName]: 'none,kid-2', [keyName]: `none,${hmacKey}` };
    expect(parse(ofSecond).acme?.authorities).toEqual([
      { directoryUrl: first, externalAccount: undefined },
      { directoryUrl: second, externalAccount: { keyId: 'kid-2', hmacKey } },
    ]);
    expect(errorOf({ ...acme, [idName]: 'kid-2', [keyName]: hmacKey }).message).toMatch(
      /^NAMEPLATE_ACME_EAB_KEY_ID has 1 values for 2 authorities; allowed: /,
    );
    const crossed = errorOf({ ...acme, [idName]: 'kid-1,none', [keyName]: `none,${hmacKey}` });
    expect(crossed.message).toMatch(/^NAMEPLATE_ACME_EAB_HMAC_KEY and .* for the same authorities/);
    expect(crossed.message).not.toContain(hmacKey);
    // The key id of a single authority may have a comma.
    const single = { NAMEPLATE_ACME: 'on', [idName]: 'a,b', [keyName]: hmacKey };
    expect(parse(single).acme?.authorities[0]?.externalAccount?.keyId).toBe('a,b');
  });

  it('has a profile for all authorities, or one or none for each', () => {
    const profilesOf = (NAMEPLATE_ACME_PROFILE: string) =>
      parse({
        NAMEPLATE_ACME: 'on',
        NAMEPLATE_ACME_DIRECTORY: 'https://a.example/dir, https://b.example/dir',
        NAMEPLATE_ACME_PROFILE,
      }).acme?.authorities.map(({ profile }) => profile);
    expect(profilesOf('shortlived')).toEqual(['shortlived', 'shortlived']);
    expect(profilesOf('none,tlsserver')).toEqual([undefined, 'tlsserver']);
    expect(profilesOf('')).toEqual([undefined, undefined]);
    expect(() => profilesOf('a,b,c')).toThrow(
      /^NAMEPLATE_ACME_PROFILE has 3 values for 2 authorities; allowed: /,
    );
  });

  it('names the variable, the value and what is allowed', () => {
    const error = errorOf({ NAMEPLATE_API_PORT: '70000' });
    expect(error.variable).toBe('NAMEPLATE_API_PORT');
    expect(error.message).toBe('NAMEPLATE_API_PORT is "70000"; allowed: a port number from 1 to 65535');
  });

  it('reports the first problem in the order of the table', () => {
    expect(errorOf({ NAMEPLATE_LOG_LEVEL: 'loud', NAMEPLATE_HOST: 'a b' }).variable).toBe('NAMEPLATE_HOST');
  });

  it('has defaults that its own checks accept', () => {
    const defaults = Object.entries(variables).flatMap(([name, definition]) =>
      definition.default === null ? [] : [[name, definition.default]],
    );
    expect(parse(Object.fromEntries(defaults))).toEqual(parse({}));
  });

  it('fails in one line, whatever the values are', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', 'a\r\nb', '0', '\u2028'));
    fc.assert(
      fc.property(fc.constantFrom(...variableNames), value, (name, raw) => {
        try {
          parse({ [name]: raw });
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          expect(error.message).toMatch(/^NAMEPLATE_[A-Z0-9_]+ is [^\r\n\u2028\u0085]+; allowed: [^\n]+$/);
          expect(error.variable).toMatch(/^NAMEPLATE_/);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('unknown variables', () => {
  it.each([
    ['NAMEPLATE_API_PROT', 'NAMEPLATE_API_PORT'],
    ['NAMEPLATE_DATABSE_URL', 'NAMEPLATE_DATABASE_URL'],
    ['NAMEPLATE_HOSTS', 'NAMEPLATE_HOST'],
    ['NAMEPLATE_EDGE_HTTPPORT', 'NAMEPLATE_EDGE_HTTP_PORT'],
    ['NAMEPLATE_LOGLEVEL', 'NAMEPLATE_LOG_LEVEL'],
    ['NAMEPLATE_Host', 'NAMEPLATE_HOST'],
    ['NAMEPLATE_PORT', 'NAMEPLATE_HOST'],
  ])('%s: did you mean %s?', (name, nearest) => {
    const error = errorOf({ [name]: 'postgres://user:hunter2@host/db' });
    expect(error.variable).toBe(name);
    expect(error.message).toBe(
      `${name} is set (hidden, 31 characters) but is not a variable of Nameplate; did you mean ${nearest}?`,
    );
  });

  it('are reported before bad values', () => {
    expect(errorOf({ NAMEPLATE_API_PORT: 'x', NAMEPLATE_TYPO: 'y' }).variable).toBe('NAMEPLATE_TYPO');
  });

  it('stay one line even with a line break in the name', () => {
    expect(errorOf({ 'NAMEPLATE_A\nB': 'x' }).message).not.toContain('\n');
  });

  it('are not those of the launcher, of clients, of other programs, of the test suite, or of Kubernetes and Docker service links', () => {
    const others = {
      PATH: '/bin',
      nameplate_host: 'x',
      NAMEPLATE_NODE: '/opt/node/bin/node',
      NAMEPLATE_URL: 'https://nameplate.example.com',
      NAMEPLATE_TOKEN: 'np_x',
      NAMEPLATE_TOKEN_FILE: '/run/secrets/token',
      NAMEPLATE_TEST_REQUIRE_ALL: '1',
      NAMEPLATE_SERVICE_HOST: '10.0.0.1',
      NAMEPLATE_SERVICE_PORT: '3000',
      NAMEPLATE_SERVICE_PORT_HTTP: '3000',
      NAMEPLATE_PORT: 'tcp://10.0.0.1:3000',
      NAMEPLATE_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
      NAMEPLATE_EDGE_PORT_443_TCP_ADDR: '10.0.0.1',
      NAMEPLATE_API_PORT: 'tcp://10.0.0.1:3000',
      NAMEPLATE_EDGE_HTTP_PORT: 'tcp://[2001:db8::1]:80',
      NAMEPLATE_EDGE_HTTPS_PORT: 'sctp://10.0.0.1:443',
      NAMEPLATE_DNS_PORT: 'udp://10.0.0.1:53',
    };
    expect(parse(others)).toEqual(parse({}));
    expect(() => parse({ NAMEPLATE_HOST: 'tcp://10.0.0.1:3000' })).toThrow(/^NAMEPLATE_HOST is /);
    expect(() => parse({ NAMEPLATE_API_PORT: 'http://10.0.0.1:3000' })).toThrow(/^NAMEPLATE_API_PORT is /);
  });
});

describe('listeners', () => {
  it.each([
    [{ NAMEPLATE_EDGE_HTTP_PORT: '3000' }, 'NAMEPLATE_EDGE_HTTP_PORT'],
    [{ NAMEPLATE_API_PORT: '8443' }, 'NAMEPLATE_EDGE_HTTPS_PORT'],
    [{ NAMEPLATE_EDGE_HTTPS_PORT: '8080' }, 'NAMEPLATE_EDGE_HTTPS_PORT'],
    [{ NAMEPLATE_EDGE_HTTP_PORT: '3000', NAMEPLATE_EDGE_HOST: '0.0.0.0' }, 'NAMEPLATE_EDGE_HTTP_PORT'],
    [{ NAMEPLATE_EDGE_HTTP_PORT: '3000', NAMEPLATE_EDGE_HOST: '::' }, 'NAMEPLATE_EDGE_HTTP_PORT'],
    [
      { NAMEPLATE_EDGE_HTTP_PORT: '3000', NAMEPLATE_EDGE_HOST: '::ffff:127.0.0.1' },
      'NAMEPLATE_EDGE_HTTP_PORT',
    ],
    [
      { NAMEPLATE_EDGE_HTTP_PORT: '3000', NAMEPLATE_HOST: 'Localhost', NAMEPLATE_EDGE_HOST: 'localhost' },
      'NAMEPLATE_EDGE_HTTP_PORT',
    ],
    [
      {
        NAMEPLATE_EDGE_HTTP_PORT: '3000',
        NAMEPLATE_HOST: '2001:db8::1',
        NAMEPLATE_EDGE_HOST: '2001:DB8:0::1',
      },
      'NAMEPLATE_EDGE_HTTP_PORT',
    ],
  ])('%j collide', (env, variable) => {
    const error = errorOf(env);
    expect(error.variable).toBe(variable);
    expect(error.message).toMatch(
      /^NAMEPLATE_\w+ is "\d+" on \S+, the same listener as NAMEPLATE_\w+ on \S+; allowed: /,
    );
  });

  it.each([
    [{ NAMEPLATE_EDGE_HTTP_PORT: '3000', NAMEPLATE_EDGE_HOST: '127.0.0.2' }],
    [{ NAMEPLATE_EDGE_HTTP_PORT: '3000', NAMEPLATE_EDGE_HOST: '::1' }],
    [{ NAMEPLATE_EDGE_HTTP_PORT: '3000', NAMEPLATE_EDGE_HOST: '0.0.0.0', NAMEPLATE_HOST: '::1' }],
    [{ NAMEPLATE_EDGE_HTTP_PORT: '0', NAMEPLATE_EDGE_HTTPS_PORT: '0' }],
  ])('%j do not', (env) => {
    expect(() => parse(env)).not.toThrow();
  });
});
