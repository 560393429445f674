import { expect, test } from 'vitest';
import { dnsSentence } from './dns-sentence.ts';
import type { CustomDomain } from './domain-queries.ts';

const verified = { status: 'verified', record: null } as const;
const problem = 'The name shop.example.com does not exist in DNS.';
const check: CustomDomain['dns_check'] = {
  checked_at: '2026-11-18T12:00:00Z',
  found: [],
  problems: [problem],
};

test.each([
  ['dns_records_found', check, 'Its DNS records are in place.'],
  ['pending_check', null, 'Its DNS records haven’t been checked yet.'],
  // What the last check found was about the host before.
  ['pending_check', check, 'Its DNS records haven’t been checked yet.'],
  ['dns_records_not_found', check, problem],
  ['dns_records_not_found', null, "Its DNS records weren't found."],
] as const)('%s, last checked with %j', (status, lastCheck, sentence) => {
  expect(dnsSentence({ status, dns_check: lastCheck, ownership: verified })).toBe(sentence);
});

test('a host whose ownership is in doubt', () => {
  const record = { type: 'TXT', name: '_nameplate.shop.example.com', value: 'x' };
  const ownership = { status: 'required', record } as const;
  expect(dnsSentence({ status: 'dns_records_found', dns_check: check, ownership })).toBe(
    'A TXT record has to prove that it is yours.',
  );
});
