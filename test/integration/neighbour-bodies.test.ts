/**
 * A neighbour whose small bodies unpack to 32 MiB each, or who sends as much as it is, and holds back the last bytes: nothing is unpacked
 * for them, and no more arrives than there are places for.
 * Source: docs/reference/limits.md ("Shares"), docs/reference/rules.md ("Reading and replacing").
 */

import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { arriving, unpacking } from '../../src/api/body/long-body.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { startApi } from '../support/api-server.ts';

const attackers = 24;
const mebibyte = 1024 * 1024;
const bomb = gzipSync(Buffer.from(`{"rules":[${' '.repeat(32 * mebibyte - 20)}]}`));
const list = gzipSync(Buffer.from('{"rules":[{"then":{"block":{}}}]}'));

type Attack = { readonly socket: Socket; readonly answer: Promise<string> };

test('24 bodies of 32 KB without their last byte', async () => {
  const { port, accountUuid, token, store } = await startApi();
  const { uuid: victim } = await new Accounts(store).create('victim');
  const { secret } = await new AccessTokens(store).create({
    accountUuid: victim,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const begin = (account: string, bearer: string, host: string, body: Buffer): Attack => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `PUT /api/v1/accounts/${account}/hosts/${host}/rules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, -1));
    const answer = new Promise<string>((resolve) => {
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(received));
    });
    return { socket, answer };
  };
  const heldBefore = process.memoryUsage().arrayBuffers;
  const attacks = Array.from({ length: attackers }, (_, index) =>
    begin(accountUuid, token, `h${index}.attacker.example`, bomb),
  );
  const ofVictim = begin(victim, secret, 'victim.example', list);
  ofVictim.socket.write(list.subarray(-1));
  expect(await ofVictim.answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(unpacking.totals()).toMatchObject({ running: 0, waiting: 0 });
  // What was sent, and less than one that is unpacked.
  expect(process.memoryUsage().arrayBuffers - heldBefore).toBeLessThan(32 * mebibyte);

  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, unpacking.totals().running);
  }, 1);
  onTestFinished(() => clearInterval(sampling));
  for (const { socket } of attacks) socket.write(bomb.subarray(-1));
  // One place stays free for others.
  await expect.poll(() => unpacking.totals().waiting, { interval: 1 }).toBeGreaterThan(0);
  const again = begin(victim, secret, 'victim.example', list);
  again.socket.write(list.subarray(-1));
  expect(await again.answer).toMatch(/^HTTP\/1\.1 200 /);
  const answers = await Promise.all(attacks.map(({ answer }) => answer));
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(attacks.map(() => '200'));
  expect(most).toBeLessThanOrEqual(4);
  expect(unpacking.totals()).toMatchObject({ running: 0, waiting: 0 });
});

test('bodies that unpack to more than the limit, end early or are none give their place back', async () => {
  const { ask, accountUuid, token, port } = await startApi();
  const large = gzipSync(Buffer.alloc(33 * mebibyte, 0x20));
  for (const [body, status] of [
    [large, '413'],
    [list.subarray(0, 20), '400'],
    [Buffer.from('no gzip'), '400'],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PUT /api/v1/accounts/${accountUuid}/hosts/a.example/rules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1'))),
    );
    socket.destroy();
    expect(answer.slice(9, 12)).toBe(status);
    await expect.poll(() => unpacking.totals()).toMatchObject({ running: 0, waiting: 0 });
  }
  expect((await ask('/healthz')).status).toBe(200);
});

test('30 bodies of 20 MiB without their last byte, as they are', async () => {
  const { port, accountUuid, token, store } = await startApi();
  const { uuid: victim } = await new Accounts(store).create('victim');
  const { secret } = await new AccessTokens(store).create({
    accountUuid: victim,
    name: 'test',
    scope: 'write',
    expiresAt: null,
  });
  const begin = (account: string, bearer: string, host: string, length: number): Socket => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(
      `PUT /api/v1/accounts/${account}/hosts/${host}/rules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    return socket;
  };
  const spaces = Buffer.alloc(20 * mebibyte - 1, 0x20);
  const attacks = Array.from({ length: 30 }, (_, index) => {
    const socket = begin(accountUuid, token, `h${index}.attacker.example`, spaces.length + 1);
    socket.write(spaces);
    return socket;
  });
  // One place stays free for others.
  await expect.poll(() => arriving.totals()).toMatchObject({ running: 7, waiting: 23 });
  const text = JSON.stringify({ rules: [{ then: { block: {} } }] }).padEnd(2 * mebibyte);
  const ofVictim = begin(victim, secret, 'victim.example', text.length);
  ofVictim.write(text);
  const answer = await new Promise<string>((resolve) =>
    ofVictim.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1'))),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(arriving.totals()).toMatchObject({ running: 7, waiting: 23 });
  // Those that leave while they wait take no place for long.
  for (const socket of attacks) socket.destroy();
  await expect.poll(() => arriving.totals()).toMatchObject({ running: 0, waiting: 0 });
});
