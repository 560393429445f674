/**
 * A neighbour who creates custom domains in batches, each with authorities of client certificates, which take long to check: others'
 * requests have their turns between one domain and the next. Source: docs/reference/domains.md ("Many at once").
 */
import { expect, test } from 'vitest';
import { findClientAuthorityProblem } from '../../src/certificates/client-authorities.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { upstreamOf } from '../contract/control-store/stores.ts';
import { startApi } from '../support/api-server.ts';
import { makeAuthority } from '../support/certificate-maker.ts';
import { cpuMs, longestTurnMs } from '../support/longest-turn.ts';

const domains = 90;
const bundle = Array.from({ length: 20 }, (_, index) => makeAuthority(`Authority ${index}`).pem).join('');

test.each([
  ['created', true, 201],
  ['refused', false, 400],
])('a megabyte of authorities, of domains that are %s, holds up nobody', async (_, isValid, status) => {
  const { ask, accountUuid, token, store } = await startApi();
  const { uuid } = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.net'));
  const list = Array.from({ length: domains }, (_each, index) => ({
    host: `h${index}.example.com`,
    tls_client_ca: bundle,
    ...(!isValid && { maintenance: 'perhaps' }),
  }));
  const atOnceMs = cpuMs(() => {
    for (const { tls_client_ca } of list) findClientAuthorityProblem(tls_client_ca);
  });
  let answered = 0;
  const longest = await longestTurnMs(async () => {
    const answer = await ask(`/api/v1/accounts/${accountUuid}/upstreams/${uuid}/custom_domains/batch`, {
      headers: { authorization: `Bearer ${token}` },
      json: { custom_domains: list },
    });
    answered = answer.status;
  });
  expect(answered).toBe(status);
  expect(longest).toBeLessThan(0.4 * atOnceMs);
});
