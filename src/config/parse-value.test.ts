import { Resolver } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { type VariableName, variableNames } from './variables.ts';

type Case = {
  readonly name: VariableName;
  readonly good: readonly string[];
  readonly bad: readonly string[];
};

/** What a variable must not be set without. */
const companions: Readonly<Partial<Record<VariableName, Record<string, string>>>> = {
  NAMEPLATE_ACME_EAB_KEY_ID: { NAMEPLATE_ACME_EAB_HMAC_KEY: 'a'.repeat(32) },
  NAMEPLATE_ACME_EAB_HMAC_KEY: { NAMEPLATE_ACME_EAB_KEY_ID: 'kid-1' },
  NAMEPLATE_ASK_UPSTREAM: { NAMEPLATE_ASK_URL: 'https://app.example/check' },
  NAMEPLATE_OIDC_ISSUER: { NAMEPLATE_OIDC_CLIENT_ID: 'c', NAMEPLATE_OIDC_CLIENT_SECRET: 's' },
  NAMEPLATE_OIDC_CLIENT_ID: {
    NAMEPLATE_OIDC_ISSUER: 'https://id.example',
    NAMEPLATE_OIDC_CLIENT_SECRET: 's',
  },
  NAMEPLATE_OIDC_CLIENT_SECRET: {
    NAMEPLATE_OIDC_ISSUER: 'https://id.example',
    NAMEPLATE_OIDC_CLIENT_ID: 'c',
  },
  NAMEPLATE_OIDC_EMAIL_VERIFIED_BY: {
    NAMEPLATE_OIDC_ISSUER: 'https://id.example',
    NAMEPLATE_OIDC_CLIENT_ID: 'c',
    NAMEPLATE_OIDC_CLIENT_SECRET: 's',
  },
  NAMEPLATE_SMTP_URL: {
    NAMEPLATE_SMTP_FROM: 'domains@example.com',
    NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com',
  },
  NAMEPLATE_SMTP_FROM: {
    NAMEPLATE_SMTP_URL: 'smtp://mail.example.com',
    NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com',
  },
};

function accepts(name: VariableName, raw: string): boolean {
  try {
    parseConfig({ ...companions[name], [name]: raw }, 1);
    return true;
  } catch {
    return false;
  }
}

const key = (bytes: number): string => Buffer.alloc(bytes, 0xff).toString('base64');
const tokenOf = (length: number): string => `np_${'a'.repeat(length)}`;

const cases: readonly Case[] = [
  {
    name: 'NAMEPLATE_LIMITS',
    good: ['rules=0', 'rules=200000, hosts=none', 'event_names=9007199254740991'],
    bad: [
      'rules',
      'rules=',
      'rules=-1',
      'rules=1.5',
      'rules=1,rules=2',
      'pages=1',
      'rules=1,',
      'rules=9007199254740992',
    ],
  },
  {
    name: 'NAMEPLATE_RETENTION_CONFIRMED',
    good: ['2026-11-22', '1970-01-01'],
    bad: ['today', '2026-13-01', '2026-02-30', '26-11-22', '2026-11-22 '],
  },
  { name: 'NAMEPLATE_DATA_DIR', good: ['.', '/a b', 'ü'], bad: ['a\0b'] },
  {
    name: 'NAMEPLATE_HOST',
    good: ['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'my-host.example', 'a'.repeat(63)],
    bad: [
      '*',
      'a b',
      '127.0.0.1:80',
      '[::1]',
      'http://a',
      '-a',
      'a-',
      'a..b',
      'a.',
      'a_b',
      'ü',
      ' a',
      'a\n',
      '999.1.1.1',
      '1.2.3',
      '127.1',
      '0x7f.1',
      '2130706433',
      ':::',
      'a'.repeat(64),
      'a.'.repeat(127).concat('ab'),
    ],
  },
  {
    name: 'NAMEPLATE_API_PORT',
    good: ['1', '80', '65535'],
    bad: [
      '0',
      '65536',
      '-1',
      '+80',
      '080',
      '80.0',
      '8e1',
      '0x50',
      ' 80',
      '80 ',
      '80\n',
      'http',
      '٣',
      '1'.repeat(400),
    ],
  },
  { name: 'NAMEPLATE_EDGE_HTTP_PORT', good: ['0', '1', '65535'], bad: ['00', '-0', '65536', 'off'] },
  { name: 'NAMEPLATE_EDGE_HTTPS_PORT', good: ['0', '1', '65535'], bad: ['00', '65536', 'off'] },
  {
    name: 'NAMEPLATE_CLIENT_ADDRESS_FIELD',
    good: ['x-forwarded-for', 'forwarded', 'cf-connecting-ip', 'x-real-ip'],
    bad: ['X-Forwarded-For', 'client-ip', 'forwarded, x-forwarded-for'],
  },
  { name: 'NAMEPLATE_HEALTH_ALLOW', good: ['10.0.0.0/8', '192.0.2.1 ::1'], bad: ['10.0.0.0/33', 'balancer'] },
  { name: 'NAMEPLATE_LAME_DUCK', good: ['0', '300'], bad: ['301', '-1', '10s'] },
  { name: 'NAMEPLATE_CHECK_DESTINATIONS', good: ['true', 'false'], bad: ['1', 'yes'] },
  { name: 'NAMEPLATE_TLS_MIN_VERSION', good: ['1.2', '1.3'], bad: ['1.1', '1', 'TLSv1.2'] },
  { name: 'NAMEPLATE_HTTPS_REDIRECT', good: ['true', 'false'], bad: ['1', 'yes', 'True'] },
  { name: 'NAMEPLATE_EDGE_WORKERS', good: ['1', '1024'], bad: ['0', '1025', '1.5', 'auto'] },
  { name: 'NAMEPLATE_FIRST_TOKEN_FILE', good: ['/run/secrets/token', 'a b'], bad: ['a\0b'] },
  { name: 'NAMEPLATE_GEOIP_DATABASE', good: ['/srv/city.mmdb', 'a b.mmdb'], bad: ['a\0b'] },
  { name: 'NAMEPLATE_NETWORK_DATABASE', good: ['/srv/asn.mmdb'], bad: ['a\0b'] },
  { name: 'NAMEPLATE_CRAWLER_LIST', good: ['/srv/crawlers.json'], bad: ['a\0b'] },
  { name: 'NAMEPLATE_CRAWLER_RANGES', good: ['/srv/ranges.json'], bad: ['a\0b'] },
  {
    name: 'NAMEPLATE_BOT_DIRECTORIES',
    good: [
      'Acme=https://bots.acme.example',
      'Acme Monitor=https://a.example/, Mail.RU_Bot=https://B.example:8443',
      'Acme=https://[2001:db8::1]',
    ],
    bad: [
      'Acme',
      'https://a.example',
      '=https://a.example',
      'Acme=a.example',
      'Acme=http://a.example',
      'Acme=https://',
      'Acme=https://a.example/keys',
      'Acme=https://a.example?x',
      'Acme=https://me@a.example',
      'Acme=https://me:secret@a.example',
      'Acme=https://a.example,',
      'Acme=https://a.example Bcme=https://b.example',
      Array.from({ length: 101 }, (_, index) => `Acme=https://a${index}.example`).join(','),
    ],
  },
  {
    name: 'NAMEPLATE_DATA_PLACES_URL',
    good: ['https://data.example/x.mmdb.gz?key=k', 'http://me:secret@127.0.0.1:81/x'],
    bad: ['ftp://data.example/x', 'data.example/x', 'https://', 'https://a b/', 'https://a/x#y'],
  },
  {
    name: 'NAMEPLATE_DATA_NETWORKS_URL',
    good: ['https://data.example/x.mmdb.gz?key=k', 'http://me:secret@127.0.0.1:81/x'],
    bad: ['ftp://data.example/x', 'data.example/x', 'https://', 'https://a b/', 'https://a/x#y'],
  },
  {
    name: 'NAMEPLATE_DATA_CRAWLERS_URL',
    good: ['https://data.example/x.mmdb.gz?key=k', 'http://me:secret@127.0.0.1:81/x'],
    bad: ['ftp://data.example/x', 'data.example/x', 'https://', 'https://a b/', 'https://a/x#y'],
  },
  {
    name: 'NAMEPLATE_DATA_RANGES_URL',
    good: ['https://data.example/x.mmdb.gz?key=k', 'http://me:secret@127.0.0.1:81/x'],
    bad: ['ftp://data.example/x', 'data.example/x', 'https://', 'https://a b/', 'https://a/x#y'],
  },
  { name: 'NAMEPLATE_DATA_UPDATE_EVERY', good: ['1', '8760'], bad: ['0', '8761', '1.5'] },
  { name: 'NAMEPLATE_EVENT_RATE_LIMIT', good: ['0', '600', '1000000'], bad: ['1000001', '-1', '1e3', 'off'] },
  { name: 'NAMEPLATE_RATE_LIMIT', good: ['0', '1', '1000000'], bad: ['1000001', '-1', '6,000', 'off'] },
  { name: 'NAMEPLATE_EDGE_HOST', good: ['0.0.0.0', '::', 'localhost'], bad: ['*', '[::]', '0.0.0.0:80'] },
  {
    name: 'NAMEPLATE_TRUSTED_PROXIES',
    good: [
      '10.0.0.0/8',
      '192.0.2.1',
      '2001:db8::/32',
      '::1',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/8, ::1 192.0.2.0/24',
    ],
    bad: [
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
      '10.0.0.0/08',
      '10.0.0.0/255.0.0.0',
      '10',
      '10/8',
      '0x7f.0.0.1',
      '010.0.0.1',
      '10.0.0.1-10.0.0.9',
      'localhost',
      '*',
      'fe80::1%eth0',
      '[::1]',
      '10.0.0.0/8;::1',
      '10.0.0.0/8, bad',
    ],
  },
  {
    name: 'NAMEPLATE_EDGE_HOSTNAME',
    good: ['edge.example.com', 'Edge.Example.com.', 'a.b', 'bücher.example', ' edge.example.com '],
    bad: [
      'edge',
      'localhost',
      '203.0.113.7',
      '127.1',
      '::1',
      '*.example.com',
      'edge.example.com:443',
      'https://edge.example.com',
      'edge.example.com/',
      'edge_1.example.com',
      'a..b',
      'edge.example.com, edge2.example.com',
    ],
  },
  {
    name: 'NAMEPLATE_EDGE_ADDRESSES',
    good: ['203.0.113.7', '2001:db8::7', '203.0.113.7, 2001:db8::7 198.51.100.1', '10.0.0.1', '127.0.0.1'],
    bad: [
      '203.0.113.0/24',
      '2001:db8::/128',
      '0.0.0.0',
      '::',
      '::ffff:0.0.0.0',
      '203.0.113',
      '127.1',
      '0x7f.0.0.1',
      '010.0.0.1',
      'edge.example.com',
      '[2001:db8::7]',
      'fe80::1%eth0',
      '203.0.113.7:80',
      '203.0.113.7;203.0.113.8',
      '203.0.113.7, bad',
    ],
  },
  {
    name: 'NAMEPLATE_DNS_ZONE',
    // Without a name server nothing could find it, which is a test of its own.
    good: [],
    bad: ['acme', 'acme_.example.net', '192.0.2.1', 'acme.example.net:53', '*.example.net'],
  },
  {
    name: 'NAMEPLATE_DNS_NAMESERVERS',
    good: ['ns1.example.net', 'ns1.example.net ns2.example.net,NS3.example.net.'],
    bad: ['ns1', '192.0.2.1', 'ns1.example.net:53', 'ns1.example.net; ns2.example.net'],
  },
  {
    name: 'NAMEPLATE_DOMAIN_CONNECT_HOSTS',
    good: ['connect.provider.example', 'a.example b.example,C.example.'],
    bad: ['connect', '192.0.2.1', 'https://connect.provider.example'],
  },
  {
    name: 'NAMEPLATE_DNS_HOST',
    good: ['203.0.113.7', '::', 'localhost', 'dns.internal'],
    bad: ['1.2.3', 'a b', '[::1]', 'x_y'],
  },
  {
    name: 'NAMEPLATE_DNS_PORT',
    good: ['0', '53', '65535'],
    bad: ['-1', '65536', '053', 'domain'],
  },
  {
    name: 'NAMEPLATE_DNS_SERVERS',
    good: [
      '9.9.9.9',
      '2620:fe::fe',
      '127.0.0.1:5353',
      '[2620:fe::fe]:53',
      '[::1]:65535',
      '9.9.9.9, 149.112.112.112 2620:fe::9',
    ],
    bad: [
      'dns.example',
      'dns.example:53',
      'localhost',
      '9.9.9.9:',
      '9.9.9.9:0',
      '9.9.9.9:053',
      '9.9.9.9:65536',
      '9.9.9.9:dns',
      '[9.9.9.9]:53',
      '[2620:fe::fe]',
      '[2620:fe::fe]:0',
      '[2620:fe::fe',
      '2620:fe::fe]:53',
      '9.9',
      '0x9.9.9.9',
      'fe80::1%eth0',
      '[fe80::1%eth0]:53',
      'udp://9.9.9.9',
      'https://dns.example/dns-query',
      '9.9.9.9;1.1.1.1',
      '9.9.9.9, bad',
    ],
  },
  {
    name: 'NAMEPLATE_UPSTREAM_ALLOW',
    good: ['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '::1', '10.0.0.0/8, ::1'],
    bad: ['10.0.0.0/33', '10', 'localhost', '*', 'private', '[::1]', '10.0.0.0/8, bad'],
  },
  {
    name: 'NAMEPLATE_UPSTREAM_CONNECT_TIMEOUT',
    good: ['1', '300'],
    bad: ['0', '301', '1.5', '5s', '-1', '05'],
  },
  {
    name: 'NAMEPLATE_UPSTREAM_MAX_CONNECTIONS',
    good: ['1', '65535'],
    bad: ['0', '65536', '1.5', 'many', '-1'],
  },
  {
    name: 'NAMEPLATE_UPSTREAM_CLIENT_LIMIT',
    good: ['0', '1', '65535'],
    bad: ['65536', '1.5', 'quarter', '-1', '25%'],
  },
  {
    name: 'NAMEPLATE_BODY_MIN_RATE',
    good: ['0', '500', '1000000000'],
    bad: ['1000000001', '0.5', '500B', '-1'],
  },
  {
    name: 'NAMEPLATE_UPSTREAM_RESPONSE_TIMEOUT',
    good: ['1', '3600'],
    bad: ['0', '3601', '1.5', '1m', '-1'],
  },
  {
    name: 'NAMEPLATE_CLICKHOUSE_CLUSTER',
    good: ['main', '_', 'Cluster_2', 'a'.repeat(63)],
    bad: ['2nd', 'my-cluster', 'a b', 'a.b', "a'", '`a`', '{cluster}', 'ü', 'a\n', 'a'.repeat(64)],
  },
  { name: 'NAMEPLATE_RETENTION_DAYS', good: ['0', '1', '36600'], bad: ['-1', '36601', '30d', '1.5'] },
  {
    name: 'NAMEPLATE_DATABASE_LISTEN_URL',
    good: ['postgres://host:5432/db'],
    bad: ['host/db', 'postgres://host'],
  },
  { name: 'NAMEPLATE_DATABASE_CONNECTIONS', good: ['2', '1000'], bad: ['0', '1', '1001', 'ten'] },
  { name: 'NAMEPLATE_ANALYTICS_MEMORY', good: ['256', '1048576'], bad: ['0', '255', '1048577', '2G'] },
  { name: 'NAMEPLATE_SPOOL_BUDGET', good: ['16', '16777216'], bad: ['0', '15', '16777217', '4G'] },
  { name: 'NAMEPLATE_EXPORT_BUDGET', good: ['16', '16777216'], bad: ['0', '15', '16777217', '4G'] },
  {
    name: 'NAMEPLATE_DATABASE_URL',
    good: [
      'postgres://host/db',
      'postgresql://user@host:5433/db',
      'postgres://user:p%40ss@host/db?sslmode=require',
      'postgres://[::1]:5432/db',
      'postgres://user@/db?host=/var/run/postgresql',
      'postgres:///db?host=/var/run/postgresql',
      'postgres://%2Fvar%2Frun%2Fpostgresql/db',
    ],
    bad: [
      'host/db',
      'postgres:host/db',
      'postgres:/host/db',
      'mysql://host/db',
      'http://host/db',
      'socket:/a?db=b',
      'postgres://host',
      'postgres://host/',
      'postgres:///db',
      'postgres://user@/db',
      'postgres://host/a/b',
      'postgres://host:99999/db',
      'postgres://host:port/db',
      'postgres://host/db#a',
      'postgres://ho st/db',
      'postgres://host/db\n',
      'postgres://user:pa/ss@host/db',
    ],
  },
  {
    name: 'NAMEPLATE_CLICKHOUSE_URL',
    good: [
      'http://host/db',
      'https://user:pass@host:8443/db',
      'http://[::1]:8123/db',
      'http://host/db?compression=1',
    ],
    bad: [
      'host:8123/db',
      'http://host',
      'http://host/',
      'http://host/a/b',
      'http://host/db/',
      'http:///',
      'http://',
      'clickhouse://host/db',
      'http:/host/db',
      'http://host:99999/db',
      'http://host/db#a',
      'http://host/d b',
    ],
  },
  {
    name: 'NAMEPLATE_BOOTSTRAP_TOKEN',
    good: [tokenOf(43), `np_${'-_9'.repeat(14)}Z`],
    bad: [
      tokenOf(42),
      tokenOf(44),
      `${tokenOf(43)}\n`,
      tokenOf(43).slice(3),
      tokenOf(43).toUpperCase(),
      `np_${'+'.repeat(43)}`,
    ],
  },
  {
    name: 'NAMEPLATE_SECRET_KEY',
    good: [
      key(32),
      Buffer.from('0123456789abcdef0123456789abcdef').toString('base64'),
      `${key(32)},${key(32)}`,
    ],
    bad: [
      `${key(32)},`,
      `${key(32)}, ${key(32)}`,
      `${key(32)},${key(32)},${key(32)}`,
      key(31),
      key(33),
      key(16),
      key(32).slice(0, -1),
      `${key(32)}\n`,
      key(32).replaceAll('/', '_'),
      'f'.repeat(64),
      // Not canonical: bits beyond the 32nd byte are set.
      `${'A'.repeat(42)}B=`,
    ],
  },
  { name: 'NAMEPLATE_VISITOR_SALT_PERIOD', good: ['day', 'month'], bad: ['Day', 'week', 'day '] },
  { name: 'NAMEPLATE_BACKUP_DIR', good: ['/srv/backups', 'a b'], bad: ['a\0b'] },
  { name: 'NAMEPLATE_BACKUP_EVERY', good: ['1', '24', '8760'], bad: ['0', '8761', '1.5', '-1'] },
  { name: 'NAMEPLATE_BACKUP_KEEP', good: ['1', '10000'], bad: ['0', '10001', 'all'] },
  {
    name: 'NAMEPLATE_BACKUP_PASSPHRASE',
    good: ['twelve chars', 'ü'.repeat(12), 'a'.repeat(1_024)],
    bad: ['eleven char', 'a'.repeat(1_025), 'twelve\nchars', 'twelve\u007fchars'],
  },
  { name: 'NAMEPLATE_LOG_LEVEL', good: ['fatal', 'silent', 'trace'], bad: ['INFO', 'warning', '30'] },
  { name: 'NAMEPLATE_AUDIT_RETENTION', good: ['0', '36600'], bad: ['-1', '36601', '1.5'] },
  {
    name: 'NAMEPLATE_OTLP_ENDPOINT',
    good: ['http://127.0.0.1:4318', 'https://otlp.example/team/'],
    bad: ['127.0.0.1:4318', 'grpc://otlp.example', 'http://u:p@otlp.example', 'http://otlp.example/?a'],
  },
  {
    name: 'NAMEPLATE_SMTP_URL',
    good: [
      'smtps://mail.example.com',
      'smtp://user:p%40ss@mail.example.com:2525/',
      'smtp://127.0.0.1:25?starttls=off',
      'smtps://[::1]:465',
      'SMTP://mail',
    ],
    bad: [
      'mail.example.com',
      'https://mail.example.com',
      'smtps://',
      'smtps://mail.example.com?starttls=off',
      'smtp://mail.example.com?starttls=on',
      'smtp://mail.example.com/path',
      'smtp://user@mail.example.com',
      'smtp://:password@mail.example.com',
      'smtp://user:pass:word@mail.example.com',
      'smtp://user:%zz@mail.example.com',
      'smtp://user:p@ss@mail.example.com',
      'smtp://mail.example.com:0',
      'smtp://mail.example.com:65536',
      'smtp://mail.example.com\r\nx',
    ],
  },
  {
    name: 'NAMEPLATE_SMTP_FROM',
    good: ['domains@example.com'],
    bad: ['domains', 'Domains <domains@example.com>', 'a@example.com\r\nBcc: b@example.com', 'a@b.c,d@e.f'],
  },
  {
    name: 'NAMEPLATE_API_ORIGIN',
    good: ['https://nameplate.example.com', 'http://127.0.0.1:3000/', 'https://[::1]:3000'],
    bad: [
      'nameplate.example.com',
      'ftp://a.example',
      'https://a.example/path',
      'https://u:p@a.example',
      'https://a.example?b',
      'https://',
      'https:///evil.example',
    ],
  },
  { name: 'NAMEPLATE_METRICS_HOSTS', good: ['0', '20', '100'], bad: ['-1', '101', '1.5', 'all'] },
  {
    name: 'NAMEPLATE_OTLP_HEADERS',
    good: ['authorization=Bearer%20x', 'a=1,b=2=3', 'a='],
    bad: ['a', '=1', 'a b=1', 'a=%', 'a=1,', 'a=x%0Ay'],
  },
  {
    name: 'NAMEPLATE_OTLP_TRACE_RATIO',
    good: ['0', '1', '0.05', '.5', '1.0'],
    bad: ['-0.1', '1.1', '5%', '1e-3'],
  },
  {
    name: 'NAMEPLATE_OIDC_ISSUER',
    good: ['https://id.example', 'https://id.example/realms/a', 'http://127.0.0.1:8000'],
    bad: ['id.example', 'http://id.example', 'https://u:p@id.example', 'https://id.example/#a'],
  },
  { name: 'NAMEPLATE_OIDC_CLIENT_ID', good: ['nameplate', 'a'.repeat(512)], bad: ['a b', 'a'.repeat(513)] },
  { name: 'NAMEPLATE_OIDC_CLIENT_SECRET', good: ['s3cret!~'], bad: ['a b', 'ü', 'a'.repeat(513)] },
  {
    name: 'NAMEPLATE_OIDC_EMAIL_VERIFIED_BY',
    good: ['xms_edov', '@example.com', '@example.com,@b.example xms_edov', 'https://id.example/verified'],
    bad: ['@', '@localhost', 'a@example.com', 'a=b', ','],
  },
  { name: 'NAMEPLATE_ACCESS_LOG', good: ['stdout', '/var/log/a b.log'], bad: ['a\0b'] },
  { name: 'NAMEPLATE_ACCESS_LOG_FORMAT', good: ['json', 'combined'], bad: ['common', 'JSON'] },
  { name: 'NAMEPLATE_LOG_FORMAT', good: ['json', 'pretty'], bad: ['text', 'auto', 'JSON'] },
  { name: 'NAMEPLATE_ACME', good: ['auto', 'on', 'off'], bad: ['true', 'On', ' on'] },
  {
    name: 'NAMEPLATE_ASK_URL',
    good: [
      'https://app.example/check',
      'https://u:p@app.example/check?key=1',
      'http://127.0.0.1:9000/',
      'http://[::1]/check',
      'http://localhost/check',
    ],
    bad: ['app.example', 'http://app.example/check', 'https://app.example/#x', 'ftp://app.example/'],
  },
  {
    name: 'NAMEPLATE_ASK_UPSTREAM',
    good: ['0197aaaa-0000-7000-8000-0000000000f1'],
    bad: ['main', '0197aaaa', '0197aaaa-0000-7000-8000-0000000000fg'],
  },
  {
    name: 'NAMEPLATE_ACME_DIRECTORY',
    good: [
      'https://ca.example/dir',
      'https://ca.example:14000',
      'http://127.0.0.1:14000/dir',
      'http://[::1]/dir',
      'https://a.example/dir https://b.example/dir, https://a.example/dir',
    ],
    bad: [
      'ca.example',
      'http://ca.example/dir',
      'https://u:p@ca.example/',
      'https://ca.example/#x',
      'ftp://ca.example/',
      'https://a.example/dir, b.example',
      ',',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `https://${name}.example/`).join(),
    ],
  },
  {
    name: 'NAMEPLATE_ACME_EMAIL',
    good: ['ops@example.com', 'o.p+s@mail.example.com'],
    bad: [
      'ops',
      'ops@localhost',
      'a b@example.com',
      'a@b@example.com',
      'a,b@example.com',
      'a@example.com?x',
      '@example.com',
    ],
  },
  {
    name: 'NAMEPLATE_ACME_EAB_KEY_ID',
    good: ['kid-1', 'a'.repeat(512)],
    bad: ['a b', 'a\nb', 'ü', 'a'.repeat(513)],
  },
  {
    name: 'NAMEPLATE_ACME_EAB_HMAC_KEY',
    good: [
      'a'.repeat(22),
      'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W',
      `${'_-'.repeat(21)}A=`,
    ],
    bad: ['a'.repeat(21), 'a+b/'.repeat(8), `${'a'.repeat(32)} `, 'a'.repeat(700)],
  },
  {
    name: 'NAMEPLATE_ACME_WEEKLY_BUDGET',
    good: ['0', '40', '1000000'],
    bad: ['-1', '1.5', '1000001', 'many'],
  },
  {
    name: 'NAMEPLATE_ACME_ORDERS_PER_3H',
    good: ['0', '300', '1000000'],
    bad: ['-1', '1.5', '1000001', '300/3h', 'none'],
  },
  {
    name: 'NAMEPLATE_ACME_PROFILE',
    good: ['shortlived', 'none'],
    bad: ['a b', 'a,', ',', 'a,b', 'ü', 'a'.repeat(129)],
  },
  { name: 'NAMEPLATE_ACME_ADDRESS_CERTIFICATES', good: ['true', 'false'], bad: ['yes', 'on', '1'] },
];

describe.each(cases)('$name', ({ name, good, bad }) => {
  it.each(good)('accepts %j', (raw) => {
    expect(accepts(name, raw)).toBe(true);
  });
  it.each(bad)('refuses %j', (raw) => {
    expect(accepts(name, raw)).toBe(false);
  });
});

describe('NAMEPLATE_TRUSTED_PROXIES', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1/32']],
    ['::1', ['::1/128']],
    ['10.1.2.3/8', ['10.0.0.0/8']],
    ['2001:DB8:0:0::5/32', ['2001:db8::/32']],
    ['::ffff:192.0.2.1', ['192.0.2.1/32']],
    ['::ffff:10.0.0.0/104', ['10.0.0.0/8']],
    ['::ffff:10.0.0.0/95', ['::fffe:0:0/95']],
    ['::10.0.0.1', ['::a00:1/128']],
    [' 10.0.0.0/8,,10.9.9.9/8 \t::1 ', ['10.0.0.0/8', '::1/128']],
    [' , ', []],
  ])('reads %j as %j', (raw, expected) => {
    expect(parseConfig({ NAMEPLATE_TRUSTED_PROXIES: raw }, 1).edge.trustedProxies).toEqual(expected);
  });
});

describe('NAMEPLATE_EDGE_ADDRESSES', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['2001:DB8:0:0::7', ['2001:db8::7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['203.0.113.7,,::ffff:203.0.113.7\t2001:db8::7', ['203.0.113.7', '2001:db8::7']],
    [' , ', []],
  ])('reads %j as %j', (raw, expected) => {
    expect(parseConfig({ NAMEPLATE_EDGE_ADDRESSES: raw }, 1).edge.publicAddresses).toEqual(expected);
  });
});

describe('NAMEPLATE_DNS_SERVERS', () => {
  it('answers what the resolver of Node takes', () => {
    const { dnsServers } = parseConfig(
      { NAMEPLATE_DNS_SERVERS: '9.9.9.9 127.0.0.1:5353,[2620:FE::fe]:5353 2620:fe::9 9.9.9.9' },
      1,
    );
    expect(dnsServers).toEqual(['9.9.9.9', '127.0.0.1:5353', '[2620:FE::fe]:5353', '2620:fe::9']);
    const resolver = new Resolver();
    resolver.setServers(dnsServers);
    expect(resolver.getServers()).toEqual(['9.9.9.9', '127.0.0.1:5353', '[2620:fe::fe]:5353', '2620:fe::9']);
  });
});

describe.each(variableNames)('%s', (name) => {
  it('has examples of good and bad values', () => {
    expect(cases.filter((row) => row.name === name)).toHaveLength(1);
  });
});
