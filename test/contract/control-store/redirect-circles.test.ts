/** Redirects that lead in a circle over the hosts of their account. Source: docs/reference/redirects.md ("Circles"). */

import { expect, test } from 'vitest';
import { findCircles } from '../../../src/control/redirect-circles.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { redirectOf, storesAt } from './stores.ts';

onEachControlStore('circles of redirects', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);
  const to = (host: string, destinationUrl: string, others: object = {}) =>
    redirectOf(host, { destinationUrl, ...others });

  test('are found over several hosts, where the last redirect closes them', async () => {
    const { store, accountUuid } = await openWithAccount();
    const warningsOf = async (...list: ReturnType<typeof to>[]) =>
      findCircles(
        store.database,
        accountUuid,
        await new Redirects(store).createMany(accountUuid, list),
        store.clock.now(),
      );
    expect(await warningsOf(to('a.example.com', 'https://b.example.com'))).toEqual([undefined]);
    expect(await warningsOf(to('b.example.com', 'https://c.example.com'))).toEqual([undefined]);
    expect(await warningsOf(to('c.example.com', 'http://A.example.com/base'))).toEqual([
      'leads in a circle: https://c.example.com/ is redirected to http://a.example.com/base/, and so on',
    ]);
  });

  test('are found in a list that is only rehearsed, by its own redirects', async () => {
    const { store, accountUuid } = await openWithAccount();
    const list = [to('a.example.com', 'https://b.example.com'), to('b.example.com', 'https://a.example.com')];
    const redirects = await new Redirects(store).createMany(accountUuid, list, 'rehearse');
    const circles = await findCircles(store.database, accountUuid, redirects, store.clock.now());
    expect(circles).toEqual([expect.stringMatching(/^leads in/), expect.stringMatching(/^leads in/)]);
  });

  test('end at a paused redirect, at another path, at rules that answer, and at other accounts', async () => {
    const { store, accountUuid } = await openWithAccount();
    const other = await new Accounts(store).create('Other');
    await new Redirects(store).create(
      accountUuid,
      to('paused.example.com', 'https://p.example.com', { active: false }),
    );
    await new Redirects(store).create(
      accountUuid,
      to('path.example.com', 'https://q.example.com', { matchPath: '/x' }),
    );
    await new Redirects(store).create(other.uuid, to('theirs.example.com', 'https://r.example.com'));
    const list = [
      to('p.example.com', 'https://paused.example.com'),
      to('q.example.com', 'https://path.example.com/y'),
      to('r.example.com', 'https://theirs.example.com'),
      to('s.example.com', 'https://p.example.com', { active: false }),
    ];
    const redirects = await new Redirects(store).createMany(accountUuid, list);
    expect(await findCircles(store.database, accountUuid, redirects, store.clock.now())).toEqual(
      list.map(() => undefined),
    );
  });

  test('of a thousand redirects at once are all found', async () => {
    const { store, accountUuid } = await openWithAccount();
    const name = (place: number): string => `r${place}.example.com`;
    const list = Array.from({ length: 1_000 }, (_, place) => to(name(place), `https://${name(place ^ 1)}`));
    const redirects = await new Redirects(store).createMany(accountUuid, list);
    const circles = await findCircles(store.database, accountUuid, redirects, store.clock.now());
    expect(circles.filter((one) => one === undefined)).toEqual([]);
  });
});
