import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxmindFile } from '../../../test/support/maxmind-writer.ts';
import { RawClient } from '../../../test/support/raw-http.ts';
import { openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const spoofed = ['X-Geo-Country: XX', 'x_geo_region: XX-1', 'X.Geo.City: Nowhere', 'x-GEO-city: Here'];

let placesDatabase = '';
beforeAll(async () => {
  placesDatabase = join(await tempDir('file'), 'places.mmdb');
  await writeFile(
    placesDatabase,
    maxmindFile({
      '81.2.0.0/16': {
        country: { iso_code: 'BR' },
        subdivisions: [{ iso_code: 'SP' }],
        city: { names: { en: 'São Paulo' } },
      },
      '5.0.0.0/8': { country: { iso_code: 'FR' } },
    }),
  );
});

/** The lines about places that the upstream gets from a client at `address`, behind a proxy that is trusted or not. */
async function geoLines(
  upstream: { readonly geoFields?: true },
  address: string,
  fields: readonly string[] = [],
  trustedProxies: readonly string[] = ['127.0.0.1'],
): Promise<string[]> {
  const raw = await openRawUpstream();
  const edge = await openProxyEdge(raw.port, { upstream, placesDatabase, trustedProxies });
  const client = new RawClient(edge.port).send(request('GET /', [`X-Forwarded-For: ${address}`, ...fields]));
  const connection = await raw.next();
  const head = await connection.head();
  connection.say(ok);
  await client.until(/ok$/);
  return head.split('\r\n').filter((line) => /^x.geo/i.test(line));
}

describe('geo fields', () => {
  it('name what is known of the place, names in percent-encoded UTF-8', async () => {
    expect(await geoLines({ geoFields: true }, '81.2.69.7')).toEqual([
      'X-Geo-Country: BR',
      'X-Geo-Region: BR-SP',
      'X-Geo-City: S%C3%A3o Paulo',
    ]);
    expect(await geoLines({ geoFields: true }, '5.6.7.8')).toEqual(['X-Geo-Country: FR']);
    expect(await geoLines({ geoFields: true }, '10.1.2.3')).toEqual([]);
  });

  it('replace whatever copies came, from trusted proxies too', async () => {
    expect(await geoLines({ geoFields: true }, '5.6.7.8', spoofed)).toEqual(['X-Geo-Country: FR']);
    expect(await geoLines({ geoFields: true }, '5.6.7.8', spoofed, [])).toEqual([]);
  });

  it('are not sent without the switch; a trusted proxy’s own pass, a client’s do not', async () => {
    expect(await geoLines({}, '5.6.7.8')).toEqual([]);
    expect(await geoLines({}, '5.6.7.8', spoofed, [])).toEqual([]);
    expect(await geoLines({}, '5.6.7.8', spoofed)).toEqual(spoofed);
  });
});
