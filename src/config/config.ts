/**
 * The configuration of a service: raw environment values in, one checked, frozen object out.
 * Source: docs/reference/config.md.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { installationLimits, type Limits } from '../core/account-limits.ts';
import type { BotDirectory } from '../core/bot-directory.ts';
import { ConfigError } from './config-error.ts';
import { checkListeners } from './listeners.ts';
import { type EmailProofs, noValue, type ParsedValue, parsers } from './parse-value.ts';
import { showValue } from './redact.ts';
import { parseS3Address, readS3Settings } from './s3-settings.ts';
import { readSecretFiles } from './secret-files.ts';
import { findUnknownVariable, isServiceLink } from './unknown-variables.ts';
import { definitionOf, type VariableName, variableNames, type variables } from './variables.ts';

export type Config = {
  /** Relative to the working directory, or absolute. */
  readonly dataDir: string;
  readonly api: {
    readonly host: string;
    readonly port: number;
    /** Where people reach it; undefined: not known. */
    readonly origin: string | undefined;
  };
  readonly edge: {
    readonly host: string;
    /** 0 turns the listener off. */
    readonly httpPort: number;
    /** 0 turns the listener off. */
    readonly httpsPort: number;
    /** Lead visitors of custom domains with a certificate to HTTPS. */
    readonly httpsRedirect: boolean;
    /** Of TLS with visitors. */
    readonly tlsMinVersion: Choice<'NAMEPLATE_TLS_MIN_VERSION'>;
    readonly workers: number;
    /** Bytes a second that request bodies have to come at; 0: at any rate. */
    readonly bodyMinRate: number;
    /** Canonical CIDR ranges, IPv4 and IPv6. */
    readonly trustedProxies: readonly string[];
    readonly clientAddressField: Choice<'NAMEPLATE_CLIENT_ADDRESS_FIELD'>;
    /** Canonical CIDR ranges, IPv4 and IPv6. */
    readonly healthAllow: readonly string[];
    /** Between the signal to stop and the drain; the health checks fail meanwhile. */
    readonly lameDuckMs: number;
    /** How the public reaches the edge: what custom domains have to point at. */
    readonly publicHostname: string | undefined;
    readonly publicAddresses: readonly string[];
  };
  /** `address` or `address:port`; empty: the system's. */
  readonly dnsServers: readonly string[];
  /** Of pages of DNS providers that aren't known, for Domain Connect. */
  readonly domainConnectHosts: readonly string[];
  /** Besides those that come with the program. */
  readonly botDirectories: readonly BotDirectory[];
  /** The zone that is answered for; undefined: none. */
  readonly responder:
    | {
        readonly zone: string;
        /** Outside the zone; at least one. */
        readonly nameServers: readonly string[];
        readonly host: string;
        /** 0 turns the listener off. */
        readonly port: number;
      }
    | undefined;
  /** Of redirects. */
  readonly checksDestinations: boolean;
  readonly upstream: {
    /** Special addresses that upstreams may resolve to; canonical CIDR ranges. */
    readonly allow: readonly string[];
    readonly connectTimeoutMs: number;
    /** Of one worker to one upstream. */
    readonly maxConnections: number;
    /** Of one client under way in one worker at one upstream; 0: no limit. */
    readonly maxRequestsPerClient: number;
    readonly responseTimeoutMs: number;
  };
  /** Structurally the control store's own location. */
  readonly control:
    | { readonly kind: 'sqlite'; readonly path: string }
    | {
        readonly kind: 'postgres';
        readonly url: string;
        readonly listenUrl?: string;
        readonly connections?: number;
      };
  readonly analytics: {
    /** Structurally the analytics store's own location. */
    readonly location:
      | { readonly kind: 'chdb'; readonly path: string; readonly memoryBytes: number }
      | { readonly kind: 'clickhouse'; readonly url: string; readonly cluster: string | undefined };
    /** 0 keeps everything. */
    readonly retentionDays: number;
    /** Days since 1970-01-01. */
    readonly retentionConfirmedDay: number | undefined;
  };
  readonly spool: { readonly path: string; readonly budgetBytes: number };
  readonly bootstrapToken: string | undefined;
  /** Undefined: the terminal, or the data directory. */
  readonly firstTokenFile: string | undefined;
  /** 32 bytes in base64; two keys, the new one and the old one, with a comma between while it is rotated. */
  readonly secretKey: string | undefined;
  /** Automatic certificates; undefined: none are ordered. */
  readonly acme:
    | {
        /** In the order in which they are asked; at least one. */
        readonly authorities: readonly {
          readonly directoryUrl: string;
          /** `hmacKey` is base64url. */
          readonly externalAccount: { readonly keyId: string; readonly hmacKey: string } | undefined;
          /** What orders name where the authority offers it. */
          readonly profile?: string | undefined;
        }[];
        readonly email: string | undefined;
        /** New certificates a week and registered domain; 0 is no limit. */
        readonly weeklyBudget: number;
        /** Orders in three hours and account with an authority; 0 is no limit. */
        readonly ordersPer3h: number;
        /** The edge's own addresses that certificates are ordered for; undefined: none are wanted. */
        readonly addresses?: readonly string[] | undefined;
      }
    | undefined;
  /** Decides about unknown names; undefined: they are refused. The URL may have a password or a key in it. */
  readonly ask: { readonly url: string; readonly upstreamUuid: string | undefined } | undefined;
  /** What files of exports may take. */
  readonly exportBudgetBytes: number;
  readonly backup: {
    /** A path or an address in S3, `s3://BUCKET/KEY`; undefined: none are made unless asked for. */
    readonly directory: string | undefined;
    readonly everyHours: number;
    readonly keep: number;
    /** Undefined: the secret key is left out. */
    readonly passphrase: string | undefined;
  };
  /** Files in place of the data that comes with the program; structurally the analytics lookups' own. */
  readonly lookupData: Readonly<
    Record<'places' | 'networks' | 'crawlers' | 'ranges', LookupFile | undefined>
  >;
  readonly dataUpdateEveryHours: number;
  /** How many hosts metrics name, those with the most requests; 0 is none. */
  readonly metricsHosts: number;
  /** Events of trackers a minute, client address and worker; 0 is no limit. */
  readonly eventsPerMinute: number;
  readonly visitorSaltPeriod: Choice<'NAMEPLATE_VISITOR_SALT_PERIOD'>;
  /** Requests a minute and token; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** Of accounts for which nothing else is set. */
  readonly limits: Limits;
  /** Undefined: nobody signs in with an identity provider. */
  readonly oidc:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly clientSecret: string;
        readonly emailVerifiedBy: EmailProofs | undefined;
      }
    | undefined;
  /** The mail server, and the address that e-mail comes from; undefined: no e-mail is sent. */
  readonly smtp: (ParsedValue['smtp_url'] & { readonly from: string }) | undefined;
  /** Of the audit trail; 0 keeps everything. */
  readonly auditRetentionDays: number;
  /** Requests at the edge; undefined: they are not logged. `path` undefined: standard output. */
  /** Undefined: nothing is sent. */
  readonly otlp:
    | {
        readonly endpoint: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly traceRatio: number;
      }
    | undefined;
  readonly accessLog:
    | { readonly path: string | undefined; readonly format: Choice<'NAMEPLATE_ACCESS_LOG_FORMAT'> }
    | undefined;
  readonly log: {
    readonly level: Choice<'NAMEPLATE_LOG_LEVEL'>;
    /** Undefined: pretty on a terminal, otherwise JSON. */
    readonly format: Choice<'NAMEPLATE_LOG_FORMAT'> | undefined;
  };
};

type LookupFile = { readonly path: string } & (
  | { readonly isDownloaded: false }
  /** The URL may have a password or a key in it. */
  | { readonly isDownloaded: true; readonly url: string }
);

const mebibyte = 1024 * 1024;

type Definitions = typeof variables;
type Choice<N extends VariableName> = Definitions[N] extends { choices: readonly (infer C)[] } ? C : never;
type Parsed<N extends VariableName> = Definitions[N]['kind'] extends 'choice'
  ? Choice<N>
  : ParsedValue[Definitions[N]['kind']];
type Value<N extends VariableName> = Parsed<N> | (Definitions[N]['default'] extends null ? undefined : never);
type Values = { readonly [N in VariableName]: Value<N> };

/**
 * Checks the variables of an environment and answers the configuration they describe; secrets may be in files, which are
 * read. An empty value counts as unset. `cpuCount` is the number of edge workers when none is set.
 *
 * Throws {@link ConfigError} for the first problem: an unknown name with our prefix, then the files of
 * secrets, then each variable in the order of the table, then what two of them contradict each other in.
 */
export function parseConfig(
  env: Record<string, string | undefined>,
  cpuCount: number = availableParallelism(),
): Config {
  const unknown = findUnknownVariable(env);
  if (unknown) throw unknown;

  const values = readVariables(readSecretFiles(env));
  const dataDir = values.NAMEPLATE_DATA_DIR;
  const databaseUrl = values.NAMEPLATE_DATABASE_URL;
  const clickhouseUrl = values.NAMEPLATE_CLICKHOUSE_URL;
  const config: Config = {
    dataDir,
    api: {
      host: values.NAMEPLATE_HOST,
      port: values.NAMEPLATE_API_PORT,
      origin: values.NAMEPLATE_API_ORIGIN,
    },
    edge: {
      host: values.NAMEPLATE_EDGE_HOST,
      httpPort: values.NAMEPLATE_EDGE_HTTP_PORT,
      httpsPort: values.NAMEPLATE_EDGE_HTTPS_PORT,
      httpsRedirect: values.NAMEPLATE_HTTPS_REDIRECT === 'true',
      tlsMinVersion: values.NAMEPLATE_TLS_MIN_VERSION,
      workers: values.NAMEPLATE_EDGE_WORKERS ?? cpuCount,
      bodyMinRate: values.NAMEPLATE_BODY_MIN_RATE,
      trustedProxies: values.NAMEPLATE_TRUSTED_PROXIES ?? [],
      clientAddressField: values.NAMEPLATE_CLIENT_ADDRESS_FIELD,
      healthAllow: values.NAMEPLATE_HEALTH_ALLOW ?? [],
      lameDuckMs: values.NAMEPLATE_LAME_DUCK * 1000,
      publicHostname: values.NAMEPLATE_EDGE_HOSTNAME,
      publicAddresses: values.NAMEPLATE_EDGE_ADDRESSES ?? [],
    },
    dnsServers: values.NAMEPLATE_DNS_SERVERS ?? [],
    domainConnectHosts: values.NAMEPLATE_DOMAIN_CONNECT_HOSTS ?? [],
    botDirectories: values.NAMEPLATE_BOT_DIRECTORIES ?? [],
    responder: responderOf(values),
    checksDestinations: values.NAMEPLATE_CHECK_DESTINATIONS === 'true',
    upstream: {
      allow: values.NAMEPLATE_UPSTREAM_ALLOW ?? [],
      connectTimeoutMs: values.NAMEPLATE_UPSTREAM_CONNECT_TIMEOUT * 1000,
      maxConnections: values.NAMEPLATE_UPSTREAM_MAX_CONNECTIONS,
      maxRequestsPerClient:
        values.NAMEPLATE_UPSTREAM_CLIENT_LIMIT ?? Math.ceil(values.NAMEPLATE_UPSTREAM_MAX_CONNECTIONS / 4),
      responseTimeoutMs: values.NAMEPLATE_UPSTREAM_RESPONSE_TIMEOUT * 1000,
    },
    control:
      databaseUrl === undefined
        ? { kind: 'sqlite', path: join(dataDir, 'control.db') }
        : {
            kind: 'postgres',
            url: databaseUrl,
            ...(values.NAMEPLATE_DATABASE_LISTEN_URL !== undefined && {
              listenUrl: values.NAMEPLATE_DATABASE_LISTEN_URL,
            }),
            connections: values.NAMEPLATE_DATABASE_CONNECTIONS,
          },
    analytics: {
      location:
        clickhouseUrl === undefined
          ? {
              kind: 'chdb',
              path: join(dataDir, 'analytics'),
              memoryBytes: values.NAMEPLATE_ANALYTICS_MEMORY * mebibyte,
            }
          : { kind: 'clickhouse', url: clickhouseUrl, cluster: values.NAMEPLATE_CLICKHOUSE_CLUSTER },
      retentionDays: values.NAMEPLATE_RETENTION_DAYS,
      retentionConfirmedDay: values.NAMEPLATE_RETENTION_CONFIRMED,
    },
    spool: { path: join(dataDir, 'spool'), budgetBytes: values.NAMEPLATE_SPOOL_BUDGET * mebibyte },
    exportBudgetBytes: values.NAMEPLATE_EXPORT_BUDGET * mebibyte,
    bootstrapToken: values.NAMEPLATE_BOOTSTRAP_TOKEN,
    firstTokenFile: values.NAMEPLATE_FIRST_TOKEN_FILE,
    secretKey: values.NAMEPLATE_SECRET_KEY,
    acme: acmeOf(values),
    ask: askOf(values),
    backup: {
      directory: values.NAMEPLATE_BACKUP_DIR,
      everyHours: values.NAMEPLATE_BACKUP_EVERY,
      keep: values.NAMEPLATE_BACKUP_KEEP,
      passphrase: values.NAMEPLATE_BACKUP_PASSPHRASE,
    },
    lookupData: {
      places: lookupFileOf(values, 'NAMEPLATE_GEOIP_DATABASE', 'NAMEPLATE_DATA_PLACES_URL', 'places.mmdb'),
      networks: lookupFileOf(
        values,
        'NAMEPLATE_NETWORK_DATABASE',
        'NAMEPLATE_DATA_NETWORKS_URL',
        'networks.mmdb',
      ),
      crawlers: lookupFileOf(
        values,
        'NAMEPLATE_CRAWLER_LIST',
        'NAMEPLATE_DATA_CRAWLERS_URL',
        'crawlers.json',
      ),
      ranges: lookupFileOf(values, 'NAMEPLATE_CRAWLER_RANGES', 'NAMEPLATE_DATA_RANGES_URL', 'ranges.json'),
    },
    dataUpdateEveryHours: values.NAMEPLATE_DATA_UPDATE_EVERY,
    metricsHosts: values.NAMEPLATE_METRICS_HOSTS,
    eventsPerMinute: values.NAMEPLATE_EVENT_RATE_LIMIT,
    visitorSaltPeriod: values.NAMEPLATE_VISITOR_SALT_PERIOD,
    rateLimitPerMinute: values.NAMEPLATE_RATE_LIMIT,
    limits: installationLimits(values.NAMEPLATE_LIMITS ?? {}, values.NAMEPLATE_RATE_LIMIT),
    oidc: oidcOf(values),
    smtp: smtpOf(values),
    auditRetentionDays: values.NAMEPLATE_AUDIT_RETENTION,
    otlp: otlpOf(values),
    accessLog: accessLogOf(values),
    log: { level: values.NAMEPLATE_LOG_LEVEL, format: values.NAMEPLATE_LOG_FORMAT },
  };
  checkListeners(config);
  if (
    config.backup.directory !== undefined &&
    parseS3Address(config.backup.directory, 'NAMEPLATE_BACKUP_DIR')
  )
    readS3Settings(env);
  checkFirstToken(config);
  return deepFreeze(config);
}

/** Throws {@link ConfigError} when the first token is both given and to be written to a file. */
function checkFirstToken({ bootstrapToken, firstTokenFile }: Config): void {
  const name = 'NAMEPLATE_FIRST_TOKEN_FILE';
  if (bootstrapToken === undefined || firstTokenFile === undefined) return;
  throw new ConfigError(
    name,
    `${name} is set, but NAMEPLATE_BOOTSTRAP_TOKEN gives the first token; allowed: one of the two`,
  );
}

/** Throws {@link ConfigError} when there is an upstream, and nothing that is asked. */
function askOf(values: Values): Config['ask'] {
  const { NAMEPLATE_ASK_URL: url, NAMEPLATE_ASK_UPSTREAM: upstreamUuid } = values;
  if (url !== undefined) return { url, upstreamUuid };
  if (upstreamUuid === undefined) return undefined;
  const name = 'NAMEPLATE_ASK_UPSTREAM';
  throw new ConfigError(name, `${name} is set, but NAMEPLATE_ASK_URL is not; allowed: both, or neither`);
}

function otlpOf(values: Values): Config['otlp'] {
  const { NAMEPLATE_OTLP_ENDPOINT: endpoint, NAMEPLATE_OTLP_HEADERS: headers = {} } = values;
  return endpoint === undefined
    ? undefined
    : { endpoint, headers, traceRatio: values.NAMEPLATE_OTLP_TRACE_RATIO };
}

/** Throws {@link ConfigError} when a file is both the operator's and to be downloaded. */
function lookupFileOf(
  values: Values,
  fileName:
    | 'NAMEPLATE_GEOIP_DATABASE'
    | 'NAMEPLATE_NETWORK_DATABASE'
    | 'NAMEPLATE_CRAWLER_LIST'
    | 'NAMEPLATE_CRAWLER_RANGES',
  urlName:
    | 'NAMEPLATE_DATA_PLACES_URL'
    | 'NAMEPLATE_DATA_NETWORKS_URL'
    | 'NAMEPLATE_DATA_CRAWLERS_URL'
    | 'NAMEPLATE_DATA_RANGES_URL',
  downloadName: string,
): LookupFile | undefined {
  const { [fileName]: path, [urlName]: url } = values;
  if (path !== undefined && url !== undefined)
    throw new ConfigError(urlName, `${urlName} is set, but ${fileName} is too; allowed: one of the two`);
  if (url !== undefined)
    return { path: join(values.NAMEPLATE_DATA_DIR, 'downloads', downloadName), isDownloaded: true, url };
  return path === undefined ? undefined : { path, isDownloaded: false };
}

function accessLogOf(values: Values): Config['accessLog'] {
  const { NAMEPLATE_ACCESS_LOG: target, NAMEPLATE_ACCESS_LOG_FORMAT: format } = values;
  if (target === undefined) return undefined;
  return { path: target === 'stdout' ? undefined : target, format };
}

/** Throws {@link ConfigError} when only some of the first three variables are set. */
function oidcOf(values: Values): Config['oidc'] {
  const {
    NAMEPLATE_OIDC_ISSUER: issuer,
    NAMEPLATE_OIDC_CLIENT_ID: clientId,
    NAMEPLATE_OIDC_CLIENT_SECRET: clientSecret,
    NAMEPLATE_OIDC_EMAIL_VERIFIED_BY: emailVerifiedBy,
  } = values;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined)
    return { issuer, clientId, clientSecret, emailVerifiedBy };
  const names = [
    'NAMEPLATE_OIDC_ISSUER',
    'NAMEPLATE_OIDC_CLIENT_ID',
    'NAMEPLATE_OIDC_CLIENT_SECRET',
  ] as const;
  const given = [...names, 'NAMEPLATE_OIDC_EMAIL_VERIFIED_BY' as const].find(
    (name) => values[name] !== undefined,
  );
  const missing = names.find((name) => values[name] === undefined);
  if (given === undefined || missing === undefined) return undefined;
  throw new ConfigError(
    missing,
    `${missing} is not set, but ${given} is; allowed: ${definitionOf(missing).allowed}`,
  );
}

/**
 * Throws {@link ConfigError} when one of the two is missing, or the origin: links in e-mail must not begin with what a request
 * says.
 */
function smtpOf(values: Values): Config['smtp'] {
  const { NAMEPLATE_SMTP_URL: server, NAMEPLATE_SMTP_FROM: from } = values;
  if (server === undefined && from === undefined) return undefined;
  const [given, missing] =
    server === undefined
      ? (['NAMEPLATE_SMTP_FROM', 'NAMEPLATE_SMTP_URL'] as const)
      : ([
          'NAMEPLATE_SMTP_URL',
          from === undefined ? 'NAMEPLATE_SMTP_FROM' : 'NAMEPLATE_API_ORIGIN',
        ] as const);
  if (server !== undefined && from !== undefined && values.NAMEPLATE_API_ORIGIN !== undefined)
    return { ...server, from };
  throw new ConfigError(
    missing,
    `${missing} is not set, but ${given} is; allowed: ${definitionOf(missing).allowed}`,
  );
}

/** Throws {@link ConfigError} when nobody could find the zone's name servers. */
function responderOf(values: Values): Config['responder'] {
  const { NAMEPLATE_DNS_ZONE: zone, NAMEPLATE_EDGE_HOSTNAME: edgeName } = values;
  if (zone === undefined) return undefined;
  const given = values.NAMEPLATE_DNS_NAMESERVERS ?? [];
  const nameServers = given.length > 0 || edgeName === undefined ? given : [edgeName];
  const name = 'NAMEPLATE_DNS_NAMESERVERS';
  const { allowed } = definitionOf(name);
  if (nameServers.length === 0)
    throw new ConfigError(
      name,
      `${name} is not set, nor is NAMEPLATE_EDGE_HOSTNAME, but NAMEPLATE_DNS_ZONE is; allowed: ${allowed}`,
    );
  const inside = nameServers.find((server) => server === zone || server.endsWith(`.${zone}`));
  if (inside !== undefined) {
    const from = given.length > 0 ? name : 'NAMEPLATE_EDGE_HOSTNAME';
    throw new ConfigError(
      from,
      `${from} is ${showValue(from, inside)}, which is in NAMEPLATE_DNS_ZONE ${zone}; allowed: ${allowed}`,
    );
  }
  const host = values.NAMEPLATE_DNS_HOST ?? values.NAMEPLATE_EDGE_HOST;
  return { zone, nameServers, host, port: values.NAMEPLATE_DNS_PORT };
}

type Authorities = NonNullable<Config['acme']>['authorities'];

/** Throws {@link ConfigError} when half of an external account is given, or not one or none for each authority. */
function authoritiesOf(values: Values): Authorities {
  const { NAMEPLATE_ACME_DIRECTORY: urls, NAMEPLATE_ACME_PROFILE: profiles = [undefined] } = values;
  const [idName, keyName] = ['NAMEPLATE_ACME_EAB_KEY_ID', 'NAMEPLATE_ACME_EAB_HMAC_KEY'] as const;
  const { [idName]: idList, [keyName]: keys } = values;
  if ((idList === undefined) !== (keys === undefined)) {
    const [missing, given] = idList === undefined ? [idName, keyName] : [keyName, idName];
    const { allowed } = definitionOf(missing);
    throw new ConfigError(missing, `${missing} is not set, but ${given} is; allowed: ${allowed}`);
  }
  // The key id of a single authority may have commas in it.
  const ids =
    urls.length === 1 ? [idList] : idList?.split(',').map((id) => (id === noValue ? undefined : id));
  for (const [name, list] of [
    [idName, ids],
    [keyName, keys],
    ['NAMEPLATE_ACME_PROFILE', profiles.length === 1 ? undefined : profiles],
  ] as const) {
    if (list === undefined || list.length === urls.length) continue;
    throw new ConfigError(
      name,
      `${name} has ${list.length} values for ${urls.length} authorities; allowed: ${definitionOf(name).allowed}`,
    );
  }
  return urls.map((directoryUrl, place) => {
    const [keyId, hmacKey] = [ids?.[place], keys?.[place]];
    if ((keyId === undefined) !== (hmacKey === undefined))
      throw new ConfigError(
        keyName,
        `${keyName} and ${idName} don't have their values for the same authorities; allowed: ${definitionOf(keyName).allowed}`,
      );
    const externalAccount = keyId === undefined || hmacKey === undefined ? undefined : { keyId, hmacKey };
    return { directoryUrl, externalAccount, profile: profiles.length === 1 ? profiles[0] : profiles[place] };
  });
}

function acmeOf(values: Values): Config['acme'] {
  const authorities = authoritiesOf(values);
  const isReachable =
    values.NAMEPLATE_EDGE_HOSTNAME !== undefined || (values.NAMEPLATE_EDGE_ADDRESSES ?? []).length > 0;
  const isWanted =
    values.NAMEPLATE_ACME === 'auto'
      ? isReachable || values.NAMEPLATE_DATABASE_URL !== undefined
      : values.NAMEPLATE_ACME === 'on';
  // Without a TLS port no client would see them.
  if (!isWanted || values.NAMEPLATE_EDGE_HTTPS_PORT === 0) return undefined;
  return {
    authorities,
    email: values.NAMEPLATE_ACME_EMAIL,
    weeklyBudget: values.NAMEPLATE_ACME_WEEKLY_BUDGET,
    ordersPer3h: values.NAMEPLATE_ACME_ORDERS_PER_3H,
    addresses:
      values.NAMEPLATE_ACME_ADDRESS_CERTIFICATES === 'true'
        ? (values.NAMEPLATE_EDGE_ADDRESSES ?? [])
        : undefined,
  };
}

function readVariables(env: Readonly<Record<string, string | undefined>>): Values {
  const values = Object.fromEntries(variableNames.map((name) => [name, readVariable(env, name)]));
  // The compiler cannot follow a name through the table to its parser; `Values` says where that leads.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as Values;
}

function readVariable(env: Readonly<Record<string, string | undefined>>, name: VariableName): unknown {
  const definition = definitionOf(name);
  const given = env[name] ?? '';
  const raw = given === '' || isServiceLink(name, given) ? definition.default : given;
  if (raw === null) return undefined;
  const value = parsers[definition.kind](raw, definition);
  if (value === undefined) {
    throw new ConfigError(name, `${name} is ${showValue(name, raw)}; allowed: ${definition.allowed}`);
  }
  return value;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
