/** Against a real HTTP server. Source: docs/reference/enrichment.md ("Data that ages"). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { expect, onTestFinished, test, vi } from 'vitest';
import { maxmindFile } from '../../../test/support/maxmind-writer.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { LocationLookup } from '../../analytics/lookup/location.ts';
import { systemClock } from '../../core/clock.ts';
import { updateData } from './update-data.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers each path with a body or as a function says. */
async function serveFiles(files: Record<string, Buffer | Answer>): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (typeof file === 'function') file(request, response);
    else if (file) response.end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** A database whose 81.2.0.0/16 is in `country`, built on a day of January 2026. */
function places(country: string, day: number): Buffer {
  const place = (code: string) => ({ country: { iso_code: code } });
  return maxmindFile(
    { '8.8.8.0/24': place('US'), '81.2.0.0/16': place(country) },
    { buildEpoch: Date.UTC(2026, 0, day) / 1000 },
  );
}

const update = (path: string, url: string, limits = {}) =>
  updateData({ kind: 'places', path, url }, systemClock.now(), limits);

test('downloads, unpacks, and asks for what has changed only', async () => {
  const path = join(await tempDir(), 'downloads', 'places.mmdb');
  const archive = await packTar([
    { header: { name: 'GeoLite2/LICENSE.txt', size: 2, type: 'file' }, body: 'no' },
    {
      header: { name: 'GeoLite2/GeoLite2-City.mmdb', size: places('DE', 3).length, type: 'file' },
      body: places('DE', 3),
    },
  ]);
  const seen: (string | undefined)[] = [];
  const base = await serveFiles({
    '/plain': places('AT', 1),
    '/gz': gzipSync(places('CH', 2)),
    '/tar': gzipSync(archive),
    '/etag': (request, response) => {
      seen.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"4"') response.writeHead(304).end();
      else response.setHeader('etag', '"4"').end(places('FR', 4));
    },
  });
  const countryOf = () => {
    using lookup = new LocationLookup({ path, isDownloaded: true });
    return lookup.find('81.2.69.0').country;
  };
  // None of it is there yet, so the program's own data is used.
  expect(countryOf()).toBe('GB');
  for (const [name, country] of [
    ['plain', 'AT'],
    ['gz', 'CH'],
    ['tar', 'DE'],
    ['etag', 'FR'],
  ]) {
    expect(await update(path, `${base}/${name}`)).toMatchObject({ outcome: 'updated' });
    expect(countryOf()).toBe(country);
  }
  expect(await update(path, `${base}/etag`)).toEqual({
    outcome: 'unchanged',
    builtAtMs: Date.UTC(2026, 0, 4),
  });
  expect(seen).toEqual([undefined, '"4"']);
  expect(readdirSync(join(path, '..')).toSorted()).toEqual(['places.mmdb', 'places.mmdb.state']);
});

test('keeps the old file and says why when the new one is of no use', async () => {
  const directory = await tempDir();
  const path = join(directory, 'places.mmdb');
  const old = places('AT', 9);
  writeFileSync(path, old);
  const good = places('DE', 10);
  const base = await serveFiles({
    '/older': places('DE', 1),
    '/text': Buffer.from('<html>sign in</html>'),
    '/asn': maxmindFile({}, { databaseType: 'GeoLite2-ASN' }),
    '/cut': good.subarray(0, good.length - 40),
    '/cut.gz': gzipSync(good).subarray(0, -20),
    '/bomb': gzipSync(Buffer.alloc(3 * 1024 * 1024)),
    '/empty.tar.gz': gzipSync(
      await packTar([{ header: { name: 'a.txt', size: 1, type: 'file' }, body: 'a' }]),
    ),
    '/aborted': (_request, response) => {
      response.writeHead(200, { 'content-length': String(good.length) });
      response.write(good.subarray(0, 100), () => response.destroy());
    },
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/scheme': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/slow': () => {},
  });
  const limits = { maxBytes: 1024 * 1024 };
  const outcome = async (name: string, more = {}): Promise<unknown> => {
    const url = `${base.replace('//', '//me:hunter2@')}${name}`;
    const error: unknown = await update(path, url, { ...limits, ...more }).then(
      () => 'done',
      (thrown: unknown) => thrown,
    );
    return error instanceof Error ? error.message : error;
  };
  const said = {
    older: await outcome('/older'),
    text: await outcome('/text'),
    asn: await outcome('/asn'),
    cut: await outcome('/cut'),
    cutGzip: await outcome('/cut.gz'),
    bomb: await outcome('/bomb'),
    emptyTar: await outcome('/empty.tar.gz'),
    aborted: await outcome('/aborted'),
    loop: await outcome('/loop'),
    scheme: await outcome('/scheme'),
    slow: await outcome('/slow', { timeoutMs: 300 }),
    gone: await outcome('/gone?key=hunter3'),
  };
  expect(said).toEqual({
    older: `the file is of 2026-01-01, older than the one of 2026-01-09; to use it all the same, remove ${path}`,
    text: 'the file cannot be used: it is not a MaxMind database file',
    asn: 'the file cannot be used: it is a database of another kind (GeoLite2-ASN)',
    cut: expect.stringContaining('the file cannot be used'),
    cutGzip: 'the file is damaged or was cut short',
    bomb: 'the file is larger than 1 MiB',
    emptyTar: 'the archive has no .mmdb file',
    aborted: expect.stringContaining(`${base} `),
    loop: `${base} redirected more than 5 times`,
    scheme: `${base} redirected to an address that is not https`,
    slow: `${base} took longer than 0.3 s`,
    gone: `${base} answered 404`,
  });
  expect(JSON.stringify(said)).not.toMatch(/hunter/);
  expect(readFileSync(path)).toEqual(old);
  expect(readdirSync(directory)).toEqual(['places.mmdb']);
});

test('sends the password to its own origin only', async () => {
  const seen: (string | undefined)[] = [];
  const elsewhere = await serveFiles({
    '/file': (request, response) => {
      seen.push(request.headers.authorization);
      response.end(places('AT', 1));
    },
  });
  const base = await serveFiles({
    '/start': (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `${elsewhere}/file` }).end();
    },
  });
  const path = join(await tempDir(), 'places.mmdb');
  await update(path, `${base.replace('//', '//me:hunter%202@')}/start`);
  expect(seen).toEqual([`Basic ${Buffer.from('me:hunter 2').toString('base64')}`, undefined]);
});

test('a lookup keeps answering while its file is replaced, cut off or removed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(await tempDir(), 'places.mmdb');
  const base = await serveFiles({ '/1': places('AT', 1), '/2': places('DE', 2) });
  const told: (string | undefined)[] = [];
  using lookup = new LocationLookup({ path, isDownloaded: true }, (_path, problem) => told.push(problem));
  const later = (): string => {
    vi.advanceTimersByTime(61_000);
    return lookup.find('81.2.69.0').country;
  };
  expect(later()).toBe('GB');
  await update(path, `${base}/1`);
  expect(later()).toBe('AT');
  // Written over in place, by something else than this program.
  writeFileSync(path, places('DE', 2).subarray(0, 300));
  later();
  expect(told).toEqual([undefined, expect.stringContaining('cannot be used')]);
  await update(path, `${base}/2`);
  expect(later()).toBe('DE');
});
