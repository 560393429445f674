/** Crawlers that are verified by the signatures of their requests, at a real edge. Source: docs/reference/bots.md ("Signatures"). */
import { expect, onTestFinished, test } from 'vitest';
import { BotSigner, directoryType, KeyDirectory, keySetOf } from '../../../test/support/bot-signer.ts';
import { openChallengeEdge } from '../../../test/support/challenge-edge.ts';
import { talk } from '../../../test/support/raw-http.ts';
import { decodeRequestRecord } from '../../analytics/ingest/request-codec.ts';

const signer = new BotSigner();
/** Its operator documents neither addresses nor hosts. */
const agent = 'Mozilla/5.0 (compatible; ClaudeBot/1.0)';
const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const answer = (status: number) => ({ then: { respond: { status, body: `${status}` } } });
const rules = [
  { if: { path: '/challenged' }, then: { challenge: {} } },
  { if: { path: '/judged', verified: true }, ...answer(201) },
  { if: { path: '/judged', verified: false }, ...answer(410) },
  answer(200),
];

async function open(directory: KeyDirectory, ownPorts: readonly number[] = []) {
  const clock = { time: Date.UTC(2026, 10, 24, 12), now: () => clock.time };
  const lines: string[] = [];
  const edge = await openChallengeEdge(rules, null, undefined, {
    clock,
    ownPorts,
    directoryCa: directory.authority.pem,
    botDirectories: [{ crawler: 'claudebot', origin: directory.origin }],
    requests: { append: (line) => lines.push(line) },
  });
  const status = async (path: string, userAgent = agent, authority = 'go.example'): Promise<number> => {
    const fields = signer.sign({
      origin: directory.origin,
      authority,
      createdSeconds: Math.floor(clock.time / 1_000),
    });
    const head = [
      `GET ${path} HTTP/1.1`,
      'Host: go.example',
      'Accept: text/html',
      `User-Agent: ${userAgent}`,
      ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    ];
    const response = await talk(edge.port, [...head, 'Connection: close', '', ''].join('\r\n'));
    return Number(response.slice(9, 12));
  };
  const lastIsSigned = () => decodeRequestRecord(lines.at(-1) ?? '')?.isSigned;
  return { clock, edge, lines, status, lastIsSigned };
}

async function started(starting: Promise<KeyDirectory>): Promise<KeyDirectory> {
  const directory = await starting;
  onTestFinished(() => directory[Symbol.asyncDispose]());
  return directory;
}

test('a crawler is verified once the keys of its operator are there, for rules and its record', async () => {
  const directory = await started(KeyDirectory.of(signer));
  const { status, lastIsSigned } = await open(directory);
  expect(await status('/judged')).toBe(200);
  expect(lastIsSigned()).toBe(false);
  await expect.poll(() => status('/judged')).toBe(201);
  expect(lastIsSigned()).toBe(true);
  expect(await status('/challenged')).toBe(200);
  // No rule asks there.
  expect([await status('/'), lastIsSigned()]).toEqual([200, true]);
  // A replay at a neighbour's, another crawler, and a person.
  expect([await status('/judged', agent, 'other.example'), lastIsSigned()]).toEqual([410, false]);
  expect(await status('/challenged', agent, 'other.example')).toBe(403);
  expect([await status('/judged', 'GPTBot/1.0'), lastIsSigned()]).toEqual([410, false]);
  expect([await status('/judged', person), lastIsSigned()]).toEqual([200, false]);
  expect(directory.requests).toHaveLength(1);
});

test('while the directory is silent neither condition holds and no challenge stops the crawler, for ten minutes', async () => {
  const directory = await started(KeyDirectory.start(() => {}));
  const { clock, status, lastIsSigned } = await open(directory);
  const both = async () => [await status('/judged'), await status('/challenged'), lastIsSigned()];
  expect(await both()).toEqual([200, 200, false]);
  clock.time += 10 * 60_000 - 1;
  expect(await both()).toEqual([200, 200, false]);
  clock.time += 1;
  expect(await both()).toEqual([410, 403, false]);
});

test("a directory at an own port of the edge's machine is not fetched", async () => {
  const directory = await started(KeyDirectory.of(signer));
  const { status } = await open(directory, [Number(new URL(directory.origin).port)]);
  expect(await status('/judged')).toBe(200);
  expect(directory.requests).toEqual([]);
});

test('people, unsigned crawlers and crawlers of other operators fetch nothing', async () => {
  const directory = await started(
    KeyDirectory.start((_request, response) =>
      response.setHeader('content-type', directoryType).end(keySetOf(signer)),
    ),
  );
  const { edge, status } = await open(directory);
  expect(await status('/judged', person)).toBe(200);
  expect(await status('/judged', 'GPTBot/1.0')).toBe(410);
  const unsigned = `GET /judged HTTP/1.1\r\nHost: go.example\r\nUser-Agent: ${agent}\r\nConnection: close\r\n\r\n`;
  expect(await talk(edge.port, unsigned)).toMatch(/^HTTP\/1.1 410 /);
  expect(directory.requests).toEqual([]);
});
