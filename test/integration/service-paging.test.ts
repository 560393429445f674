/** Paging through a long list that grows meanwhile. Source: docs/reference/api.md ("Lists"). */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import { ComposedService } from '../support/composed-service.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';

const originals = 10_000;
const batch = 500;

onEachControlStore('10,000 redirects', (newLocation) => {
  let service: ComposedService;
  const uuids = new Set<string>();
  beforeAll(async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    service = await ComposedService.start({ dataDir, control, env: { NAMEPLATE_RATE_LIMIT: '0' } });
    await using store = await ControlStore.open(service.control, systemClock);
    for (let start = 0; start < originals; start += batch) {
      const created = await new Redirects(store).createMany(
        service.accountUuid,
        Array.from({ length: batch }, (_, index) => ({
          ...redirectResource.defaults,
          sourceHost: `o${start + index}.example.com`,
          destinationUrl: 'https://dest.example',
        })),
      );
      for (const { uuid } of created) uuids.add(uuid);
    }
  });
  afterAll(() => service?.stop());

  /** Pages through the list while redirects are created; answers how often each was seen. */
  async function page(sort: string, name: string): Promise<{ seen: Map<string, number>; inserted: number }> {
    const seen = new Map<string, number>();
    const writer = { isOn: true };
    let inserted = 0;
    const inserting = (async () => {
      while (writer.isOn) {
        const json = {
          source_host: `${name}${inserted}.example.com`,
          destination_url: 'https://dest.example',
        };
        expect((await service.api(service.redirects, { json })).status).toBe(201);
        inserted += 1;
      }
    })();
    for (let number = 1; ; number++) {
      const { body } = await service.api(`${service.redirects}?per_page=100&page=${number}&sort=${sort}`);
      for (const { uuid } of body.data) seen.set(uuid, (seen.get(uuid) ?? 0) + 1);
      if (body.data.length < 100) break;
    }
    writer.isOn = false;
    await inserting;
    return { seen, inserted };
  }

  test('oldest first, every one is seen exactly once while others are inserted', async () => {
    const { seen, inserted } = await page('created_at', 'oldest');
    expect(inserted).toBeGreaterThan(0);
    expect([...uuids].filter((uuid) => seen.get(uuid) !== 1)).toEqual([]);
  });

  test('newest first, none is missing while others are inserted', async () => {
    const { seen, inserted } = await page('-created_at', 'newest');
    expect(inserted).toBeGreaterThan(0);
    expect([...uuids].filter((uuid) => !seen.has(uuid))).toEqual([]);
  });
});
