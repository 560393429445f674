/** How handshakes are stored, added up, and forgotten. Source: docs/reference/analytics-store.md ("The table `handshakes`"). */
import { expect, test } from 'vitest';
import type { HandshakeRow } from '../../../src/analytics/engine/handshake-row.ts';
import { recentHandshakes } from '../../../src/analytics/expectation/recent-handshakes.ts';
import { onEachAnalyticsStore, openForTest } from '../../support/analytics-stores.ts';
import { domain, noon, otherDomain } from './rows.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

function row(fields: Partial<HandshakeRow> = {}): HandshakeRow {
  return { domain, time: noon, host: 'a.example', outcome: 'good', count: 1, networks: '', ...fields };
}

onEachAnalyticsStore('handshakes', (newLocation) => {
  test('are added up by host over 15 minutes, each batch once', async () => {
    const store = await openForTest(await newLocation());
    const rows = [
      row({ count: 4 }),
      row({ time: noon + 14 * minuteMs, count: 3 }),
      row({ time: noon - minuteMs, count: 100 }),
      row({ time: noon + 15 * minuteMs, count: 100 }),
      row({ outcome: 'unknown_ca', count: 2, networks: '10.0.0.0 10.0.1.0' }),
      row({ outcome: 'no_certificate', time: noon + minuteMs, count: 5, networks: '10.0.1.0 2001:db8:1::' }),
      row({ domain: otherDomain, host: 'b.example', outcome: 'of_another_version' }),
    ];
    for (const mayBeStored of [false, true]) await store.insertHandshakes({ name: 'a', rows, mayBeStored });
    const found = await recentHandshakes(store, noon + 15 * minuteMs);
    expect(found.toSorted((one, other) => one.host.localeCompare(other.host))).toMatchObject([
      { domain, host: 'a.example', good: 7, networks: 3 },
      { domain: otherDomain, host: 'b.example', good: 0, networks: 0 },
    ]);
    const failed = found.find(({ host }) => host === 'a.example')?.failed ?? new Map();
    expect(Object.fromEntries([...failed].filter(([, count]) => count > 0))).toEqual({
      no_certificate: 5,
      unknown_ca: 2,
    });
  });

  test('are forgotten after a day, also where requests are kept for ever', async () => {
    const store = await openForTest(await newLocation(), { retentionDays: 0, clock: { now: () => noon } });
    const rows = [0, 1, 2, 40].map((days) => row({ time: noon - days * dayMs, count: days + 1 }));
    await store.insertHandshakes({ name: 'a', rows, mayBeStored: false });
    await store.applyRetention();
    const left = await store.query<{ count: number }>('SELECT count FROM handshakes ORDER BY count');
    expect(left.map(({ count }) => count)).toEqual([1, 2]);
  });
});
