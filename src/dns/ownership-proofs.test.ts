import { expect, it } from 'vitest';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { ownershipRecord } from '../core/ownership-record.ts';
import { findProof, ownershipProofs } from './ownership-proofs.ts';
import { DnsResolver } from './resolver.ts';

const account = '019aaf00-0b7e-7f31-b1de-0a4c3a1d9f42';
const record = ownershipRecord(account, 'shop.example.com');
const { name, value } = record;

it('has one record for an account and a host, which a wildcard shares', () => {
  expect(record).toEqual({
    type: 'TXT',
    name: '_nameplate.shop.example.com',
    value: expect.stringMatching(/^nameplate-verification=[A-Za-z0-9_-]{43}$/),
  });
  expect(ownershipRecord(account, '*.shop.example.com')).toEqual(record);
  const others = [
    ownershipRecord(account, 'example.com'),
    ownershipRecord(account.replace('019a', '019b'), 'shop.example.com'),
  ];
  expect(new Set([record, ...others].map((each) => each.value)).size).toBe(3);
});

async function verdictOf(...lines: readonly string[]) {
  await using server = await TestDnsServer.start(['example.com NS ns1.example.com', ...lines]);
  return await findProof(new DnsResolver([server.address]), record);
}

it.each([
  ['the record', [`${name} TXT ${value}`]],
  ['the record in parts', [`${name} TXT ${value.slice(0, 9)} ${value.slice(9, 40)} ${value.slice(40)}`]],
  ['the record among others', [`${name} TXT v=spf1`, `${name} TXT other`, `${name} TXT ${value}`]],
  ['a CNAME record to it', [`${name} CNAME a.example.org`, `a.example.org TXT ${value}`]],
])('finds %s', async (_, lines) => {
  expect(await verdictOf(...lines)).toEqual({ verdict: 'found', found: [record], problem: undefined });
});

it.each([
  ['nothing', []],
  ['another value', [`${name} TXT ${value}x`]],
  ['the value of another case', [`${name} TXT ${value.toUpperCase()}`]],
  ['the value in two records', [`${name} TXT ${value.slice(0, 30)}`, `${name} TXT ${value.slice(30)}`]],
  ['the value inside a longer text', [`${name} TXT x ${value}`]],
  ['the record at the host', [`shop.example.com TXT ${value}`]],
  ['a circle of CNAME records', [`${name} CNAME ${name}`]],
  ['long and strange texts', Array.from({ length: 20 }, () => `${name} TXT ${'\u0000ÿ'.repeat(40)} `)],
])('does not take %s for it', async (_, lines) => {
  expect(await verdictOf(...lines)).toMatchObject({
    verdict: 'not_found',
    found: [],
    problem: { text: expect.stringContaining(value), cause: { code: 'ownership' } },
  });
});

it('does not know without an answer', async () => {
  await using server = await TestDnsServer.start([`${name} TXT ${value}`]);
  server.setFault(name, 'SERVFAIL');
  expect(await findProof(new DnsResolver([server.address]), record)).toMatchObject({ verdict: 'undecided' });
});

it('finds those of many records that are there', async () => {
  const records = Array.from({ length: 12 }, (_, index) => ownershipRecord(account, `h${index}.example.com`));
  const there = records.filter((_, index) => index % 3 === 0);
  await using server = await TestDnsServer.start(there.map((each) => `${each.name} TXT ${each.value}`));
  const found = await ownershipProofs([server.address])(records);
  expect(new Set(found)).toEqual(new Set(there));
});
