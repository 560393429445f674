import { expect, it } from 'vitest';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { RawClient } from '../../../test/support/raw-http.ts';
import { openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import type { DomainRoute } from '../../core/route.ts';

const forged = [
  'X-Nameplate-External-Id: forged',
  'X_Nameplate_Metadata: {}',
  'x-nameplate-later: forged',
  'X-Nameplate: passed',
];

/** The lines about the domain that its upstream gets. */
async function toldOf(
  upstream: DomainRoute['upstream'] | object,
  more: Partial<DomainRoute>,
): Promise<string[]> {
  const raw = await openRawUpstream();
  const edge = await openProxyEdge(raw.port, {
    domains: { 'd.example': domainAt({ port: raw.port, ...upstream }, more) },
    trustedProxies: ['127.0.0.1'],
  });
  const client = new RawClient(edge.port).send(request('GET /', forged));
  const connection = await raw.next();
  const head = await connection.head();
  connection.say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  await client.until(/ok$/);
  return head.split('\r\n').filter((line) => /^x.nameplate(?!-auth)/i.test(line));
}

it('an upstream gets the domain’s own fields, and no copy that anyone else sent', async () => {
  const facts = { externalId: 'customer 7', metadata: '{"plan":"pro"}' };
  expect(await toldOf({ metadataFields: true }, facts)).toEqual([
    'X-Nameplate: passed',
    'X-Nameplate-External-Id: customer 7',
    'X-Nameplate-Metadata: {"plan":"pro"}',
  ]);
  expect(await toldOf({ metadataFields: true }, {})).toEqual(['X-Nameplate: passed']);
  expect(await toldOf({}, facts)).toEqual(['X-Nameplate: passed']);
});
