/** The environment variables. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { expect } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { type VariableName, variables } from '../../src/config/variables.ts';
import { talk } from '../support/raw-http.ts';
import type { ServiceClient } from '../support/service-client.ts';
import {
  type Bench,
  createRedirect,
  newHost,
  otherService,
  type ProcessBench,
  type Row,
  trustingService,
} from './row.ts';

const source = 'docs/reference/config.md ("Variables")';

/** For each variable a value that is not allowed, and what the line has to say beside the name. */
const badValues: Readonly<Record<VariableName, readonly [value: string, ...mentions: string[]]>> = {
  // No process can be given a NUL character in a variable; what a path can do wrong is tested with the start errors.
  NAMEPLATE_DATA_DIR: ['/dev/null/data', '/dev/null/data'],
  NAMEPLATE_HOST: ['not a host', '"not a host"', 'allowed: an IP address'],
  NAMEPLATE_API_PORT: ['0', '"0"', 'allowed: a port number from 1 to 65535'],
  NAMEPLATE_API_ORIGIN: ['https://a.example/path', '"https://a.example/path"', 'without a path'],
  NAMEPLATE_EDGE_HOST: ['1.2.3', '"1.2.3"', 'allowed: an IP address'],
  NAMEPLATE_EDGE_HTTP_PORT: ['65536', '"65536"', 'allowed: a port number'],
  NAMEPLATE_EDGE_HTTPS_PORT: ['-1', '"-1"', 'allowed: a port number'],
  NAMEPLATE_TLS_MIN_VERSION: ['1.1', '"1.1"', 'allowed: 1.2 or 1.3'],
  NAMEPLATE_HTTPS_REDIRECT: ['yes', '"yes"', 'allowed: true or false'],
  NAMEPLATE_CHECK_DESTINATIONS: ['yes', '"yes"', 'allowed: true or false'],
  NAMEPLATE_EDGE_WORKERS: ['0', '"0"', 'allowed: a whole number from 1'],
  NAMEPLATE_BODY_MIN_RATE: ['-1', '"-1"', 'a whole number from 0'],
  NAMEPLATE_TRUSTED_PROXIES: ['10.0.0.0/33', '"10.0.0.0/33"', 'CIDR'],
  NAMEPLATE_CLIENT_ADDRESS_FIELD: ['X-Real-IP', '"X-Real-IP"', 'allowed: x-forwarded-for, forwarded'],
  NAMEPLATE_HEALTH_ALLOW: ['balancer', '"balancer"', 'CIDR'],
  NAMEPLATE_LAME_DUCK: ['301', '"301"', 'a whole number from 0 to 300'],
  NAMEPLATE_EDGE_HOSTNAME: ['edge', '"edge"', 'edge.example.com'],
  NAMEPLATE_EDGE_ADDRESSES: ['203.0.113.0/24', '"203.0.113.0/24"', 'IPv4 and IPv6 addresses'],
  NAMEPLATE_DNS_SERVERS: ['dns.example:53', '"dns.example:53"', 'optional port'],
  NAMEPLATE_DNS_ZONE: ['acme', '"acme"', 'acme.example.net'],
  NAMEPLATE_DNS_NAMESERVERS: ['192.0.2.1', '"192.0.2.1"', 'DNS host names'],
  NAMEPLATE_DOMAIN_CONNECT_HOSTS: ['provider', '"provider"', 'DNS host names'],
  NAMEPLATE_DNS_HOST: ['1.2.3', '"1.2.3"', 'allowed: an IP address'],
  NAMEPLATE_DNS_PORT: ['65536', '"65536"', 'allowed: a port number'],
  NAMEPLATE_UPSTREAM_ALLOW: ['localhost', '"localhost"', 'CIDR'],
  NAMEPLATE_UPSTREAM_CONNECT_TIMEOUT: ['0', '"0"', 'a whole number from 1 to 300'],
  NAMEPLATE_UPSTREAM_MAX_CONNECTIONS: ['0', '"0"', 'a whole number from 1 to 65535'],
  NAMEPLATE_UPSTREAM_CLIENT_LIMIT: ['65536', '"65536"', 'a whole number from 0 to 65535'],
  NAMEPLATE_UPSTREAM_RESPONSE_TIMEOUT: ['1.5', '"1.5"', 'a whole number from 1 to 3600'],
  NAMEPLATE_DATABASE_URL: ['mysql://root:hunter2@db/x', 'mysql://***@db/x', 'postgres://'],
  NAMEPLATE_DATABASE_LISTEN_URL: ['mysql://root:hunter2@db/x', 'mysql://***@db/x', 'postgres://'],
  NAMEPLATE_DATABASE_CONNECTIONS: ['1', '"1"', 'a whole number from 2 to 1000'],
  NAMEPLATE_CLICKHOUSE_URL: ['ftp://u:hunter2@db/x', 'ftp://***@db/x', 'http://'],
  NAMEPLATE_CLICKHOUSE_CLUSTER: ['my-cluster', '"my-cluster"', 'letters, digits'],
  NAMEPLATE_RETENTION_DAYS: ['-1', '"-1"', 'a whole number from 0'],
  NAMEPLATE_RETENTION_CONFIRMED: ['today', '"today"', 'a date YYYY-MM-DD'],
  NAMEPLATE_ANALYTICS_MEMORY: ['100', '"100"', 'a whole number from 256'],
  NAMEPLATE_SPOOL_BUDGET: ['1', '"1"', 'a whole number from 16'],
  NAMEPLATE_EXPORT_BUDGET: ['1', '"1"', 'a whole number from 16'],
  NAMEPLATE_BOOTSTRAP_TOKEN: ['hunter2', 'hidden', 'np_'],
  NAMEPLATE_FIRST_TOKEN_FILE: ['/dev/null/token', 'NAMEPLATE_BOOTSTRAP_TOKEN', 'allowed: one of the two'],
  NAMEPLATE_SECRET_KEY: ['hunter2', 'hidden', 'base64'],
  NAMEPLATE_ACME: ['yes', '"yes"', 'auto, on or off'],
  NAMEPLATE_ACME_DIRECTORY: ['http://ca.example/dir', '"http://ca.example/dir"', 'up to 5 https URLs'],
  NAMEPLATE_ACME_EMAIL: ['ops', '"ops"', 'an e-mail address'],
  NAMEPLATE_ACME_EAB_KEY_ID: ['key 1', '"key 1"', 'visible ASCII'],
  NAMEPLATE_ACME_EAB_HMAC_KEY: ['hunter2', 'hidden', 'base64url'],
  NAMEPLATE_ACME_WEEKLY_BUDGET: ['-1', '"-1"', 'a whole number from 0'],
  NAMEPLATE_ACME_ORDERS_PER_3H: ['300/3h', '"300/3h"', 'a whole number from 0 to 1000000'],
  NAMEPLATE_ACME_PROFILE: ['short lived', '"short lived"', 'a name of up to 128 visible ASCII characters'],
  NAMEPLATE_ACME_ADDRESS_CERTIFICATES: ['yes', '"yes"', 'true or false'],
  NAMEPLATE_ASK_URL: ['http://u:hunter2@app.example/check', 'hidden', 'an https URL'],
  NAMEPLATE_ASK_UPSTREAM: ['main', '"main"', "an upstream's uuid"],
  NAMEPLATE_VISITOR_SALT_PERIOD: ['week', '"week"', 'day or month'],
  NAMEPLATE_GEOIP_DATABASE: ['/dev/null/no.mmdb', '"/dev/null/no.mmdb"'],
  NAMEPLATE_NETWORK_DATABASE: ['/dev/null/no.mmdb', '"/dev/null/no.mmdb"'],
  NAMEPLATE_CRAWLER_LIST: ['/dev/null/no.json', '"/dev/null/no.json"'],
  NAMEPLATE_CRAWLER_RANGES: ['/dev/null/no.json', '"/dev/null/no.json"'],
  NAMEPLATE_BOT_DIRECTORIES: ['Acme=http://a.example', '"Acme=http://a.example"', 'https origins'],
  NAMEPLATE_DATA_PLACES_URL: ['ftp://u:hunter2@host/x', 'hidden', 'an https or http URL'],
  NAMEPLATE_DATA_NETWORKS_URL: ['asn.mmdb', 'hidden', 'an https or http URL'],
  NAMEPLATE_DATA_CRAWLERS_URL: ['https://', 'hidden', 'an https or http URL'],
  NAMEPLATE_DATA_RANGES_URL: ['ranges.json', 'hidden', 'an https or http URL'],
  NAMEPLATE_DATA_UPDATE_EVERY: ['0', '"0"', 'a whole number from 1'],
  NAMEPLATE_OIDC_ISSUER: ['http://id.example', '"http://id.example"', 'an https URL'],
  NAMEPLATE_OIDC_CLIENT_ID: ['my client', '"my client"', 'visible ASCII'],
  NAMEPLATE_OIDC_EMAIL_VERIFIED_BY: ['a@example.com', '"a@example.com"', 'names of claims'],
  NAMEPLATE_OIDC_CLIENT_SECRET: ['hunter2 ', 'hidden', 'visible ASCII'],
  NAMEPLATE_EVENT_RATE_LIMIT: ['-1', '"-1"', 'a whole number from 0'],
  NAMEPLATE_RATE_LIMIT: ['-1', '"-1"', 'a whole number from 0'],
  NAMEPLATE_LIMITS: ['rules=many', '"rules=many"', 'rules=200000,hosts=none'],
  NAMEPLATE_BACKUP_DIR: ['/dev/null/backups', '"/dev/null/backups"', 'is not a directory'],
  NAMEPLATE_BACKUP_EVERY: ['0', '"0"', 'a whole number from 1'],
  NAMEPLATE_BACKUP_KEEP: ['0', '"0"', 'a whole number from 1'],
  NAMEPLATE_BACKUP_PASSPHRASE: ['hunter2', 'hidden', '12 to 1024 characters'],
  NAMEPLATE_SMTP_URL: ['https://u:hunter2@mail.example', 'hidden', 'smtps:// or smtp:// URL'],
  NAMEPLATE_SMTP_FROM: ['domains', '"domains"', 'an e-mail address'],
  NAMEPLATE_LOG_LEVEL: ['loud', '"loud"', 'info'],
  NAMEPLATE_AUDIT_RETENTION: ['-1', '"-1"', 'a whole number from 0'],
  NAMEPLATE_METRICS_HOSTS: ['101', '"101"', 'a whole number from 0 to 100'],
  NAMEPLATE_OTLP_ENDPOINT: ['localhost:4318', '"localhost:4318"', 'an http or https URL'],
  NAMEPLATE_OTLP_HEADERS: ['hunter2', 'hidden', 'name=value'],
  NAMEPLATE_OTLP_TRACE_RATIO: ['5', '"5"', 'a number from 0 to 1'],
  NAMEPLATE_ACCESS_LOG: ['/dev/null/access.log', '/dev/null/access.log', 'cannot be written'],
  NAMEPLATE_ACCESS_LOG_FORMAT: ['common', '"common"', 'allowed: json or combined'],
  NAMEPLATE_LOG_FORMAT: ['xml', '"xml"', 'json or pretty'],
};

/**
 * Parsing refuses most of the values, a start the others, and the program ends in the same way for each. With these it is started
 * to show that.
 */
const shownByProgram = new Set(['NAMEPLATE_DATA_DIR', 'NAMEPLATE_API_PORT', 'NAMEPLATE_SECRET_KEY']);

/** Why parsing refuses an environment; undefined when only a start finds out. */
function refusalOf(env: Readonly<Record<string, string>>): string | undefined {
  try {
    parseConfig(env);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Why a start is refused. */
async function startRefusalOf(bench: Bench, env: Readonly<Record<string, string>>): Promise<string> {
  try {
    await bench.start(env);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('the service started');
}

/** What the program says when it ends instead of starting. */
async function lastWords(bench: ProcessBench, env: Readonly<Record<string, string>>): Promise<string> {
  const ended = await bench.runToEnd(env);
  expect(ended).toMatchObject({ code: 1, stdout: expect.not.stringContaining('running') });
  expect(ended.stdout).not.toMatch(/^\s+at /m);
  return ended.stderr;
}

function badValueRow(name: string, [value = '', ...mentions]: readonly string[]): Row {
  const facts = {
    source: 'docs/reference/config.md ("How variables are read")',
    statement: `a bad ${name} stops the start with one line naming it and what is allowed, exit code 1`,
  };
  const expectLine = (printed: string): void => {
    expect(printed).toMatch(/^nameplate: [^\n]+\n$/);
    for (const text of [name, ...mentions]) expect(printed).toContain(text);
    expect(printed).not.toContain('hunter2');
  };
  if (shownByProgram.has(name))
    return {
      ...facts,
      process: 'how the program ends',
      check: async (_service, bench) =>
        expectLine(await lastWords(bench, { ...(await bench.newEnvironment()), [name]: value })),
    };
  return {
    ...facts,
    async check(_service, bench) {
      const env = { ...(await bench.newEnvironment()), [name]: value };
      expectLine(`nameplate: ${refusalOf(env) ?? (await startRefusalOf(bench, env))}\n`);
    },
  };
}

async function metric(service: ServiceClient, name: string): Promise<number> {
  const { body } = await service.api('/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
}

export const variableRows: readonly Row[] = [
  ...Object.entries(badValues).map(([name, bad]) => badValueRow(name, bad)),
  {
    source,
    statement: 'every variable of the configuration has its row of a bad value',
    async check() {
      expect(new Set(Object.keys(badValues))).toEqual(new Set(Object.keys(variables)));
    },
  },
  {
    source,
    statement: 'the defaults are those of the table',
    async check() {
      expect(parseConfig({}, 7)).toMatchObject({
        dataDir: './data',
        api: { host: '127.0.0.1', port: 3000 },
        edge: { host: '127.0.0.1', httpPort: 8080, httpsPort: 8443, workers: 7, trustedProxies: [] },
        control: { kind: 'sqlite', path: 'data/control.db' },
        analytics: { location: { kind: 'chdb', path: 'data/analytics' }, retentionDays: 0 },
        spool: { path: 'data/spool' },
        bootstrapToken: undefined,
        secretKey: undefined,
        visitorSaltPeriod: 'month',
        rateLimitPerMinute: 6000,
      });
    },
  },
  {
    source,
    statement: 'NAMEPLATE_DATA_DIR defaults to ./data and is made when missing',
    process: 'a working directory',
    async check(_service, bench) {
      const cwd = await bench.newDirectory();
      const env = { ...(await bench.newEnvironment()), NAMEPLATE_DATA_DIR: '' };
      await bench.start(env, { cwd });
      expect(existsSync(join(cwd, 'data'))).toBe(true);
      expect(existsSync(join(cwd, 'data', 'control.db'))).toBe(bench.engine === 'sqlite');
    },
  },
  {
    source,
    statement: 'NAMEPLATE_DATABASE_URL puts the control store on PostgreSQL instead of embedded SQLite',
    postgres: 'it is about PostgreSQL',
    async check(service, bench) {
      const file = join(service.env.NAMEPLATE_DATA_DIR ?? '', 'control.db');
      expect(existsSync(file)).toBe(bench.engine === 'sqlite');
      expect(Boolean(service.env.NAMEPLATE_DATABASE_URL)).toBe(bench.engine === 'postgres');
    },
  },
  {
    source,
    statement: 'NAMEPLATE_HOST and NAMEPLATE_EDGE_HOST are the addresses to listen on, 127.0.0.1 by default',
    async check(service, bench) {
      const { env } = await otherService(bench);
      const { NAMEPLATE_API_PORT: apiPort, NAMEPLATE_EDGE_HTTP_PORT: edgePort } = env;
      expect(await answers(`http://127.0.0.2:${apiPort}/`)).toBe(true);
      expect(await answers(`http://127.0.0.3:${edgePort}/`)).toBe(true);
      for (const wrong of [`127.0.0.1:${apiPort}`, `127.0.0.1:${edgePort}`, `127.0.0.2:${edgePort}`]) {
        expect([wrong, await answers(`http://${wrong}/`)]).toEqual([wrong, false]);
      }
      const { env: shared } = service;
      expect(await answers(`http://127.0.0.2:${shared.NAMEPLATE_API_PORT}/`)).toBe(false);
      expect(await answers(`http://127.0.0.2:${shared.NAMEPLATE_EDGE_HTTP_PORT}/`)).toBe(false);
    },
  },
  {
    source,
    statement: 'NAMEPLATE_EDGE_HTTP_PORT=0 turns the listener off and leaves the API on',
    async check(_service, bench) {
      const off = await bench.newService({ env: { NAMEPLATE_EDGE_HTTP_PORT: '0' } });
      expect(off.stdout).toContain('turned off');
      expect(await createRedirect(off)).toMatchObject({ active: true });
    },
  },
  {
    source,
    statement: 'NAMEPLATE_EDGE_HTTPS_PORT is where the edge speaks TLS, over HTTP/2 too',
    async check(service) {
      const port = Number(service.env.NAMEPLATE_EDGE_HTTPS_PORT);
      expect(service.stdout).toContain(`https://127.0.0.1:${port}`);
      const socket = connectTls({
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        ALPNProtocols: ['h2', 'http/1.1'],
      });
      await once(socket, 'secureConnect');
      expect([socket.getProtocol(), socket.alpnProtocol]).toEqual(['TLSv1.3', 'h2']);
      socket.destroy();
    },
  },
  {
    source,
    statement: 'NAMEPLATE_EDGE_WORKERS is the number of worker processes',
    process: 'it counts them',
    async check(service, bench) {
      expect(service.workerPids()).toHaveLength(2);
      expect(await metric(service, 'nameplate_edge_workers')).toBe(2);
      expect((await bench.newService()).workerPids()).toHaveLength(1);
    },
  },
  {
    source,
    statement: 'NAMEPLATE_EDGE_WORKERS defaults to the number of CPUs',
    process: 'it counts them',
    async check(_service, bench) {
      const service = await bench.newService({ env: { NAMEPLATE_EDGE_WORKERS: '' } });
      expect(service.workerPids()).toHaveLength(availableParallelism());
    },
  },
  {
    source,
    statement: 'NAMEPLATE_TRUSTED_PROXIES are believed what they forward, others are not',
    async check(service, bench) {
      const trusting = await trustingService(bench);
      const host = newHost();
      const attributes = { source_host: host, match_path: '/a*', destination_url: `https://${host}` };
      const options = { headers: { 'x-forwarded-proto': 'https' } };
      await createRedirect(trusting, attributes);
      await createRedirect(service, attributes);
      // Behind the proxy the client asked for the very URL it would be sent to.
      expect((await trusting.edge(host, '/a', options)).status).toBe(404);
      expect((await service.edge(host, '/a', options)).status).toBe(301);
    },
  },
  {
    source: 'docs/reference/config.md ("How variables are read")',
    statement: 'a variable with our prefix that does not exist stops the start, naming the nearest',
    async check(_service, bench) {
      const env = { ...(await bench.newEnvironment()), NAMEPLATE_DATADIR: 'x' };
      expect(refusalOf(env)).toMatch(/^[^\n]*NAMEPLATE_DATADIR[^\n]*NAMEPLATE_DATA_DIR[^\n]*$/);
    },
  },
  {
    source: 'docs/reference/service.md ("Listeners")',
    statement: 'the API port serves API, reference, health, readiness and metrics',
    async check(service) {
      for (const path of [
        '/api/v1/me',
        '/docs',
        '/openapi.json',
        '/livez',
        '/healthz',
        '/readyz',
        '/metrics',
      ]) {
        expect([path, (await service.api(path)).status]).toEqual([path, 200]);
      }
      expect((await service.api('/openapi.json')).body.openapi).toMatch(/^3\.1/);
      const edge = await talk(service.edgePort, 'GET /healthz HTTP/1.0\r\nHost: a.example\r\n\r\n');
      expect(edge).toMatch(/^HTTP\/1\.1 404 /);
    },
  },
];

async function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );
}
