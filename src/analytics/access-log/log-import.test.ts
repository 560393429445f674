import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { ImportReader } from '../import/import-reader.ts';
import type { StagedSegment } from '../import/staged-segments.ts';
import { decodeRequestRecord } from '../ingest/request-codec.ts';
import { maxSegmentBytes, segmentName } from '../ingest/segment-name.ts';
import { lineRefusals } from './access-log-line.ts';
import { type LogFormat, logFormats } from './formats.ts';
import { type LogImportOptions, logImport } from './log-import.ts';

const domainUuid = '0192f1c0-0000-7000-8000-000000000001';
const options: LogImportOptions = {
  domainUuid,
  domainHost: 'a.example.com',
  referrerPaths: false,
  hosts: undefined,
  format: undefined,
  durationUnit: undefined,
  useForwardedFor: false,
};

function read(content: string | Buffer, differences: Partial<LogImportOptions> = {}, pieceBytes = 1 << 20) {
  const segments: StagedSegment[] = [];
  const reader = new ImportReader(logImport({ ...options, ...differences }), (segment) =>
    segments.push(segment),
  );
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  const summary = reader.end();
  const records = segments.flatMap(({ lines }) =>
    lines
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => decodeRequestRecord(line)),
  );
  return { summary, segments, records, problem: reader.problem, isUnknown: reader.problem !== undefined };
}

function combined(path: string, time = '10/Oct/2024:13:55:36 +0000', size = 5): string {
  return `192.0.2.7 - - [${time}] "GET ${path} HTTP/1.1" 200 ${size} "-" "curl/8.5.0"`;
}

const nginx = (uri: string, host = 'a.example.com') =>
  `{"msec":1728561336,"method":"GET","uri":"${uri}","status":200,"host":"${host}"}`;
const caddy = (uri: string) =>
  `{"ts":1728561336,"msg":"handled request","request":{"method":"GET","uri":"${uri}","host":"a.example.com"},"status":200}`;

test('a line without a host is of the custom domain, unless that is a wildcard', () => {
  expect(read(combined('/x')).records).toMatchObject([{ host: 'a.example.com' }]);
  expect(read(combined('/x'), { domainHost: '*.example.com' }).records).toMatchObject([{ host: '' }]);
});

test.each<[LogFormat, string]>([
  ['combined', combined('/x')],
  ['nginx-json', nginx('/x')],
  ['caddy-json', caddy('/x')],
])('finds out that a file is %s, whatever stands before', (format, line) => {
  const { summary, records } = read(`\xef\xbb\xbfnonsense\r\n\r\n{"msg":"starting"}\r\n${line}\r\n${line}`);
  expect(summary).toMatchObject({ format, lines: 4, records: 2 });
  expect([...summary.refused]).toEqual([['format_unknown', { count: 2, firstLine: 1 }]]);
  expect(records).toMatchObject([{ domainUuid, path: '/x' }, { path: '/x' }]);
});

test.each([
  ['combined', combined('/x').replace('"-"', '"https://r.example/a?secret"')],
  ['nginx-json', nginx('/x').replace('}', ',"http_referer":"https://r.example/a?secret"}')],
  [
    'caddy-json',
    caddy('/x').replace('"host"', '"headers":{"Referer":["https://r.example/a?secret"]},"host"'),
  ],
])('keeps the path of referrers only where it is asked for: %s', (_, line) => {
  expect(read(line).records).toMatchObject([{ referrer: 'https://r.example', referrerPath: '' }]);
  const kept = read(line, { referrerPaths: true });
  expect(kept.records).toMatchObject([{ referrer: 'https://r.example', referrerPath: '/a' }]);
});

test('a byte order mark is no part of the first line', () => {
  expect(read(`\xef\xbb\xbf${nginx('/x')}\n`).summary).toMatchObject({ records: 1, lines: 1 });
});

test('reads what it is told to read', () => {
  const { summary } = read(`${combined('/x')}\n`, { format: 'caddy-json' });
  expect(summary).toMatchObject({ format: 'caddy-json', records: 0, lines: 1 });
});

describe('files that are no log', () => {
  test.each([
    ['empty', '', false],
    ['blank', '\n\r\n \n', false],
    ['garbage', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)), true],
    ['prose', 'It was a dark and stormy night.\n'.repeat(500), true],
    ['one line that is too long', 'x'.repeat(200_000), true],
    ['zeros', Buffer.alloc(1_000_000), true],
  ])('%s', (_name, content, isUnknown) => {
    const result = read(content);
    expect(result.summary).toMatchObject({ format: undefined, records: 0, lines: 0 });
    expect(result.isUnknown).toBe(isUnknown);
    expect(result.segments).toEqual([]);
  });
});

test('refuses lines above 64 KiB and goes on behind them', () => {
  const { summary } = read(`${combined('/x')}\n${'y'.repeat(1024 * 1024)}\n${combined('/z')}\n`, {}, 1000);
  expect(summary).toMatchObject({ records: 2, lines: 3 });
  expect([...summary.refused]).toEqual([['line_too_long', { count: 1, firstLine: 2 }]]);
});

test('takes lines of the wanted hosts and those that name none', () => {
  const hosts = new Set(['a.example.com']);
  const lines = ['a.example.com', 'A.Example.com.', 'a.example.com:8443', '', 'b.example.com'].map((host) =>
    nginx('/x', host),
  );
  const { summary } = read(lines.join('\n'), { hosts });
  expect(summary.records).toBe(4);
  expect([...summary.refused]).toEqual([['other_host', { count: 1, firstLine: 5 }]]);
  expect(read(lines.join('\n')).summary.records).toBe(5);
});

test('records hosts as the edge does', () => {
  const hosts = [
    'WWW.Example.com:443',
    'www.example.com.',
    'b\xc3\xbccher.example',
    '192.0.2.1:80',
    '[2001:DB8::1]:443',
  ];
  const { records } = read(hosts.map((host) => nginx('/x', host)).join('\n'));
  expect(records.map((record) => record?.host)).toEqual([
    'www.example.com',
    'www.example.com',
    'xn--bcher-kva.example',
    '192.0.2.1',
    '[2001:db8::1]',
  ]);
});

test("another site's request in absolute form is refused, as varnishncsa writes it", () => {
  const hosts = new Set(['a.example.com']);
  const lines = ['http://A.example.com/x?q', 'http://b.example.com/x', 'https://a.example.com:8443/'];
  const { summary, records } = read(lines.map((target) => combined(target)).join('\n'), { hosts });
  expect(records).toMatchObject([
    { host: 'a.example.com', path: '/x' },
    { host: 'a.example.com', path: '/' },
  ]);
  expect([...summary.refused]).toEqual([['other_host', { count: 1, firstLine: 2 }]]);
});

describe('durations', () => {
  const timed = (duration: string) =>
    `{"msec":1728561336,"method":"GET","uri":"/x","status":200,"host":"a.example.com",${duration}}`;
  const caddyTimed = (duration: string) => `${caddy('/x').slice(0, -1)},"duration":${duration}}`;

  test.each([
    ['whole numbers', [timed('"request_time":15012'), timed('"request_time":0')]],
    ['whole numbers as text', [timed('"request_time":"15012"')]],
    ['any number of another program', [timed('"duration":58.33')]],
    [
      'seconds in one field, another field in the next',
      [timed('"request_time":0.2'), timed('"duration":58')],
    ],
    ['whole numbers of Caddy', [caddyTimed('15012000')]],
  ])('a file does not say their unit: %s', (_name, lines) => {
    expect(read(lines.join('\n')).problem).toBe(
      "its durations don't say their unit: name it with --duration-unit (s, ms, us, ns)",
    );
    for (const [durationUnit, inSecond] of [
      ['s', 1],
      ['ms', 1e3],
      ['us', 1e6],
      ['ns', 1e9],
    ] as const) {
      const { problem, records } = read(lines.join('\n'), { durationUnit });
      expect(problem).toBe(undefined);
      const number = Number(/(?:time|duration)":"?([\d.]+)/.exec(lines[0] ?? '')?.[1]);
      expect(records[0]).toMatchObject({
        durationUs: Math.round((number / inSecond) * 1e6),
        startedAtMs: 1728561336000 - Math.round((number / inSecond) * 1e3),
      });
    }
  });

  test.each([
    [
      'seconds of nginx',
      [timed('"request_time":0.250'), timed('"request_time":1.000')],
      [250_000, 1_000_000],
    ],
    ['as text', [timed('"request_time":"1.000"'), timed('"request_time":"0.000"')], [1_000_000, 0]],
    ['seconds of Caddy', [caddyTimed('0.0005'), caddyTimed('2')], [500, 2_000_000]],
    ['with their unit', [timed('"duration":"15ms"'), timed('"duration":0')], [15_000, 0]],
    ['none', [timed('"request_time":"-"'), timed('"duration":0')], [0, 0]],
  ])('a file shows their unit: %s', (_name, lines, durations) => {
    const { problem, records } = read(lines.join('\n'));
    expect(problem).toBe(undefined);
    expect(records.map((record) => record?.durationUs)).toEqual(durations);
  });
});

test('reports the earliest and the latest request', () => {
  const { summary } = read(
    `${combined('/b', '02/Jan/2024:00:00:00 +0000')}\n${combined('/a', '01/Jan/2024:00:00:00 +0000')}\n`,
  );
  expect(summary).toMatchObject({ firstMs: Date.UTC(2024, 0, 1), lastMs: Date.UTC(2024, 0, 2) });
});

test('a segment has one month, 8 MiB and 20,000 lines at most', () => {
  const lines = Array.from({ length: 25_000 }, (_, at) =>
    combined(`/${at}`, at % 2 === 0 ? '31/Jan/2024:23:59:59 +0000' : '01/Feb/2024:00:00:00 +0000'),
  );
  const { segments, records } = read(lines.join('\n'));
  expect(segments.length).toBe(4);
  expect(new Set(records.map((record) => record?.path))).toEqual(new Set(lines.map((_, at) => `/${at}`)));
  expect(records.length).toBe(lines.length);
  for (const { lines: text } of segments) {
    const rows = text.toString().trimEnd().split('\n');
    expect(rows.length).toBeLessThanOrEqual(20_000);
    const months = new Set(
      rows.map((row) => new Date(decodeRequestRecord(row)?.startedAtMs ?? 0).getUTCMonth()),
    );
    expect(months.size).toBe(1);
  }
});

test('lines that grow are cut into more segments', () => {
  const line = combined(`/${'\x01'.repeat(60_000)}`);
  const { segments, records } = read(`${line}\n`.repeat(200));
  expect(records.length).toBe(200);
  expect(segments.length).toBeGreaterThan(4);
  for (const { lines } of segments) expect(lines.length).toBeLessThan(maxSegmentBytes - 100);
});

const anyLine = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.nat(40).map((day) => combined('/x', `0${1 + (day % 9)}/Jan/20${10 + day}:00:00:00 +0000`)),
  },
  fc.constant('nonsense'),
  fc.constant(''),
  fc.constant('z'.repeat(70_000)),
);

test('names follow from the content alone: not from how it was cut, nor from what is taken', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { maxLength: 60 }),
      fc.integer({ min: 1, max: 5000 }),
      (lines, pieceBytes) => {
        const content = lines.join('\n');
        const whole = read(content);
        expect(read(content, {}, pieceBytes)).toEqual(whole);
        const numbers = whole.segments.map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
      },
    ),
    { numRuns: runs(50) },
  );
  const some = [nginx('/x', 'b.example.com'), nginx('/y'), nginx('/z')].join('\n');
  const all = read(some);
  const few = read(some, { hosts: new Set(['a.example.com']) });
  expect(few.summary.digest).toBe(all.summary.digest);
  expect(few.segments.map(({ number }) => number)).toEqual(all.segments.map(({ number }) => number));
});

test('the digest is of the domain and the content', () => {
  const digest = (content: string, uuid = domainUuid) => read(content, { domainUuid: uuid }).summary.digest;
  const content = `${combined('/x')}\n`;
  expect(digest(content)).toMatch(/^[0-9a-f]{32}$/);
  expect(digest(content)).toBe(digest(content));
  expect(digest(content)).not.toBe(digest(`${content}\n`));
  expect(digest(content)).not.toBe(digest(content, '0192f1c0-0000-7000-8000-000000000002'));
});

test('numbers of segments fit into their names', () => {
  expect(segmentName('import-requests', 'a', 1e9 * 1600 * 16)).toMatch(/\.\d{1,16}$/);
  expect(logFormats.length).toBe(3);
});

test('the guide lists every reason', () => {
  const guide = readFileSync(new URL('../../../docs/guides/import-logs.md', import.meta.url), 'utf8');
  const listed = [...guide.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, reason, meaning]) => [
    reason,
    meaning,
  ]);
  expect(listed).toEqual(Object.entries(lineRefusals));
});
