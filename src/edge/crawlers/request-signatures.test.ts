/** Signed requests, hostile ones among them. Source: RFC 9421, docs/reference/bots.md ("Signatures"). */
import { expect, test } from 'vitest';
import { BotSigner, keySetOf, type SigningOptions } from '../../../test/support/bot-signer.ts';
import { CrawlerDirectories } from '../../analytics/lookup/crawler-directories.ts';
import { RequestHead, RequestHeadParser } from '../http1/request-head.ts';
import { readDirectoryKeys } from './directory-keys.ts';
import { KeyDirectories } from './key-directories.ts';
import { RequestSignatures } from './request-signatures.ts';

const nowSeconds = 1_800_000_000;
const origin = 'https://bots.acme.example';
const otherOrigin = 'https://bots.other.example';
const signer = new BotSigner();
const other = new BotSigner();
const good: SigningOptions = { origin, authority: 'a.example', createdSeconds: nowSeconds - 10 };
const day = 86_400;

function open() {
  const clock = { time: nowSeconds * 1_000, now: () => clock.time };
  const asked: string[] = [];
  const sets: Readonly<Record<string, BotSigner>> = { [origin]: signer, [otherOrigin]: other };
  const keys = new KeyDirectories(async (from) => {
    asked.push(from);
    const found = sets[from] && readDirectoryKeys(keySetOf(sets[from]));
    return found && { keys: found, freshForMs: 3_600_000 };
  }, clock);
  const directories = new CrawlerDirectories([
    { crawler: 'AcmeBot', origin },
    { crawler: 'OtherBot', origin: otherOrigin },
  ]);
  return { asked, clock, signatures: new RequestSignatures(directories, keys, clock) };
}

type Asked = {
  bot?: string;
  host?: string;
  scheme?: string;
  from?: string;
  account?: string;
  by?: 'rules' | 'records';
};

function ask(signatures: RequestSignatures, fields: object | readonly string[], asked: Asked = {}) {
  const {
    bot = 'AcmeBot',
    host = 'a.example',
    scheme = 'https',
    from = '192.0.2.1',
    account = 'account',
    by = 'rules',
  } = asked;
  const lines = Array.isArray(fields)
    ? fields
    : Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const text = ['GET /page?x=1 HTTP/1.1', `Host: ${host}`, ...lines, '', ''].join('\r\n');
  const head = new RequestHeadParser().parse(text, 0);
  if (!(head instanceof RequestHead)) return `refused: ${head}`;
  const request = {
    head,
    origin: `${scheme}://${host.toLowerCase()}`,
    clientAddress: from,
    nowMs: nowSeconds * 1_000,
  };
  return signatures.verdictOf(request, () => bot, account, by);
}

/** The verdict once the directory has answered. */
async function verdictOf(fields: object | readonly string[], asked: Asked = {}) {
  const opened = open();
  const first = ask(opened.signatures, fields, asked);
  await new Promise((resolve) => setImmediate(resolve));
  return { first, then: ask(opened.signatures, fields, asked), asked: opened.asked };
}

test.each<[string, Partial<SigningOptions>]>([
  ['a dictionary', {}],
  ['one text, as in earlier drafts', { agent: `"${origin}"` }],
  ['an origin with a slash', { agent: `"${origin}/"` }],
  [
    'the whole field',
    {
      components: [
        ['"@authority"', 'a.example'],
        ['"signature-agent"', `sig1="${origin}"`],
      ],
    },
  ],
  ['another label', { label: 'g' }],
  ['the longest life', { createdSeconds: nowSeconds, lifetimeSeconds: day }],
  ['a clock that is early', { createdSeconds: nowSeconds + 9 }],
  ['its last second', { createdSeconds: nowSeconds - 59, lifetimeSeconds: 60 }],
  ['one text without covering it', { agent: `"${origin}"`, components: [['"@authority"', 'a.example']] }],
])('%s: pending, then verified', async (_, options) => {
  const { first, then, asked } = await verdictOf(signer.sign({ ...good, ...options }));
  expect([first, then, asked]).toEqual(['pending', 'verified', [origin]]);
});

test('more components may be covered', async () => {
  const components = [
    ['"@method"', 'GET'],
    ['"@authority"', 'a.example'],
    ['"@path"', '/page'],
    ['"@query"', '?x=1'],
    ['"signature-agent";key="sig1"', `"${origin}"`],
  ] as const;
  expect((await verdictOf(signer.sign({ ...good, components }))).then).toBe('verified');
  const elsewhere = components.map(([name, value]) => [name, value.replace('/page', '/other')] as const);
  expect((await verdictOf(signer.sign({ ...good, components: elsewhere }))).then).toBe('claimed');
});

test('the port is part of the authority unless it is the own one of the scheme', async () => {
  const onPort = signer.sign({ ...good, authority: 'a.example:8443' });
  expect((await verdictOf(onPort, { host: 'A.example:8443' })).then).toBe('verified');
  expect((await verdictOf(onPort)).then).toBe('claimed');
});

test('the same signature is good again within its time, as the RFC leaves replays to the verifier', async () => {
  const { clock, signatures } = open();
  const fields = signer.sign(good);
  ask(signatures, fields);
  await new Promise((resolve) => setImmediate(resolve));
  expect([ask(signatures, fields), ask(signatures, fields)]).toEqual(['verified', 'verified']);
  clock.time += 1_000;
  expect(ask(signatures, fields)).toBe('verified');
});

const created = `created=${nowSeconds - 10}`;
const expires = `expires=${nowSeconds + 50}`;
const key = `keyid="${signer.keyId}"`;
const tag = 'tag="web-bot-auth"';

/** None of these waits for the directory. */
test.each<[string, Partial<SigningOptions>]>([
  ['expired', { createdSeconds: nowSeconds - 60, lifetimeSeconds: 60 }],
  ['not yet valid', { createdSeconds: nowSeconds + 11 }],
  ['valid for longer than a day', { lifetimeSeconds: day + 1 }],
  ['expires before it is made', { lifetimeSeconds: -1 }],
  ['without created', { parameters: `${expires};${key};${tag}` }],
  ['without expires', { parameters: `${created};${key};${tag}` }],
  ['with a fraction of a second', { parameters: `created=${nowSeconds - 10}.5;${expires};${key};${tag}` }],
  ['with dates', { parameters: `created=@${nowSeconds - 10};expires=@${nowSeconds + 50};${key};${tag}` }],
  ['without keyid', { parameters: `${created};${expires};${tag}` }],
  ['without tag', { parameters: `${created};${expires};${key}` }],
  ['with another tag', { parameters: `${created};${expires};${key};tag="app"` }],
  ['with another algorithm', { parameters: `${created};${expires};${key};alg="hmac-sha256";${tag}` }],
  ['a key with another name', { keyId: 'main' }],
  ['without the authority', { components: [['"signature-agent";key="sig1"', `"${origin}"`]] }],
  [
    'over a host in place of the authority',
    {
      components: [
        ['"host"', 'a.example'],
        ['"signature-agent";key="sig1"', `"${origin}"`],
      ],
    },
  ],
  ['a dictionary that is not covered', { components: [['"@authority"', 'a.example']] }],
  ['the directory of another label', { agent: `other="${origin}"` }],
  ['another way to find keys', { agent: `sig1="${origin}";type=jwks_uri` }],
])('claimed, and nothing is fetched: %s', async (_, options) => {
  const { first, then, asked } = await verdictOf(signer.sign({ ...good, ...options }));
  expect([first, then, asked]).toEqual(['claimed', 'claimed', []]);
});

test.each([
  ['unlisted', 'https://evil.example'],
  ['a private address', 'https://10.0.0.1'],
  ['this machine', 'https://127.0.0.1:3000'],
  ['metadata of a cloud', 'https://169.254.169.254'],
  ['the host that is asked', 'https://a.example'],
  ['clear text', 'http://bots.acme.example'],
  ['another port', 'https://bots.acme.example:8443'],
  ['a path', 'https://bots.acme.example/keys'],
  ['a query', 'https://bots.acme.example?a'],
  ['a user', 'https://me@bots.acme.example'],
  ['a password', 'https://me:secret@bots.acme.example'],
  ['a listed user at another host', 'https://bots.acme.example@evil.example'],
  ['a longer host', 'https://bots.acme.example.evil.example'],
  ['no URL', 'bots.acme.example'],
  ['another scheme', 'javascript://bots.acme.example'],
  ['another operator', otherOrigin],
])('a directory that is %s is not fetched', async (_, named) => {
  for (const agent of [`"${named}"`, `sig1="${named}"`]) {
    const { first, then, asked } = await verdictOf(signer.sign({ ...good, origin: named, agent }));
    expect([first, then, asked]).toEqual(['claimed', 'claimed', []]);
  }
});

test.each<[string, object]>([
  ['of a neighbour', signer.sign({ ...good, authority: 'b.example' })],
  ['by another key under this name', other.sign({ ...good, keyId: signer.keyId })],
  ["by another operator's key", other.sign(good)],
  ['that was changed', { ...signer.sign(good), signature: signer.sign(good).signature }],
  ['of another length', { ...signer.sign(good), signature: 'sig1=:AAAA:' }],
  ['that is no bytes', { ...signer.sign(good), signature: 'sig1="text"' }],
  [
    'of another label',
    { ...signer.sign(good), signature: signer.sign({ ...good, label: 'other' }).signature },
  ],
])('a signature %s is worth nothing', async (_, fields) => {
  expect((await verdictOf(fields)).then).toBe('claimed');
});

test("an operator's key is for its own crawlers only", async () => {
  const fields = other.sign({ ...good, origin: otherOrigin });
  expect((await verdictOf(fields, { bot: 'OtherBot' })).then).toBe('verified');
  expect((await verdictOf(fields, { bot: 'AcmeBot' })).then).toBe('claimed');
  expect((await verdictOf(signer.sign(good), { bot: '' })).then).toBe('claimed');
});

test('of several signatures one is enough, and two are looked at', async () => {
  const both = [
    { ...other.sign({ ...good, label: 'bad' }) },
    { ...signer.sign({ ...good, label: 'ok' }) },
  ].flatMap((fields) => Object.entries(fields).map(([name, value]) => `${name}: ${value}`));
  expect((await verdictOf(both)).then).toBe('verified');
  const bad = ['b1', 'b2'].flatMap((label) =>
    Object.entries(other.sign({ ...good, label })).map(([name, value]) => `${name}: ${value}`),
  );
  expect((await verdictOf([...bad, ...both.slice(3)])).then).toBe('claimed');
});

test('long fields are refused or left alone', async () => {
  const { signature, ...rest } = signer.sign(good);
  const input = rest['signature-input'];
  const labels = Array.from({ length: 1_000 }, (_, i) => `a${i}=()`).join(',');
  const { first } = await verdictOf({ ...rest, signature: `${signature}, x="${'x'.repeat(64_000)}"` });
  expect(first).toBe('refused: fields_too_large');
  for (const changed of [
    { 'signature-input': `${labels},${input}` },
    { 'signature-input': `${input},${labels}` },
    { 'signature-input': `${input};x="${'x'.repeat(4_000)}"` },
    { 'signature-input': `${input},` },
    { 'signature-input': '('.repeat(2_000) },
    { signature: `${signature}, x="${'x'.repeat(4_000)}"` },
    { 'signature-agent': `sig1="${origin}", x="${'x'.repeat(1_000)}"` },
    { 'signature-agent': 'sig1=' },
    { 'signature-agent': '"' },
    { 'signature-agent': '' },
    { 'signature-agent': `sig1=("${origin}")` },
    { 'signature-agent': 'sig1=\xff' },
  ]) {
    const { then, asked } = await verdictOf({ ...rest, signature, ...changed });
    expect([then, asked]).toEqual(['claimed', []]);
  }
});

test('a network that sends bad signatures is not looked at for a minute', async () => {
  const { clock, signatures } = open();
  ask(signatures, signer.sign(good));
  await new Promise((resolve) => setImmediate(resolve));
  for (let count = 0; count < 32; count += 1)
    expect(ask(signatures, other.sign(good), { from: `192.0.2.${count}` })).toBe('claimed');
  expect(ask(signatures, signer.sign(good), { from: '192.0.2.200' })).toBe('claimed');
  expect(ask(signatures, signer.sign(good), { from: '198.51.100.1' })).toBe('verified');
  clock.time += 60_000;
  expect(ask(signatures, signer.sign(good), { from: '192.0.2.200' })).toBe('verified');
});

test('a second has room for 50 signed requests of an account, and for 200 of all, beside those of records', async () => {
  const { clock, signatures } = open();
  const fields = signer.sign(good);
  ask(signatures, fields);
  await new Promise((resolve) => setImmediate(resolve));
  clock.time += 1_000;
  const verified = (account: string, by: 'rules' | 'records' = 'rules') => {
    const verdicts = Array.from({ length: 60 }, () => ask(signatures, fields, { account, by }));
    return verdicts.filter((verdict) => verdict === 'verified').length;
  };
  const sites = ['a', 'b', 'c', 'd', 'e'];
  expect(sites.map((site) => verified(site, 'records'))).toEqual([25, 25, 25, 25, 0]);
  expect(sites.map((account) => verified(account))).toEqual([50, 50, 50, 50, 0]);
  clock.time += 1_000;
  expect(verified('e')).toBe(50);
});

test('what is known of a request is not looked at again', async () => {
  const { signatures } = open();
  ask(signatures, signer.sign(good));
  await new Promise((resolve) => setImmediate(resolve));
  const fields = Object.entries(signer.sign(good)).map(([name, value]) => `${name}: ${value}`);
  const head = new RequestHeadParser().parse(
    ['GET / HTTP/1.1', 'Host: a.example', ...fields, '', ''].join('\r\n'),
    0,
  );
  if (!(head instanceof RequestHead)) throw new Error(`refused: ${head}`);
  let names = 0;
  const request = {
    head,
    origin: 'https://a.example',
    clientAddress: '192.0.2.1',
    nowMs: nowSeconds * 1_000,
  };
  for (let count = 0; count < 3; count += 1)
    expect(signatures.verdictOf(request, () => (names++, 'AcmeBot'), 'account', 'rules')).toBe('verified');
  expect(names).toBe(1);
});
