/**
 * How every control store hands the edge redirects and custom domains of the same hosts. Source:
 * docs/reference/edge.md ("Answered").
 */

import { expect, test } from 'vitest';
import { clientCaDigestOf } from '../../../src/control/custom-domain-row.ts';
import type { HostRoutes } from '../../../src/core/route.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, redirectOf, storesAt, upstreamOf } from './stores.ts';

const rule = {
  matchPath: '*',
  destinationUrl: 'https://www.example.com',
  redirectType: 'permanent',
  preservePath: true,
  preserveQueryString: true,
};

onEachControlStore('routes', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  test('a domain has external id and metadata only where its upstream gets them, and what is too long nowhere', async () => {
    const { store, accountUuid } = await openWithAccount();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    const domain = await new CustomDomains(store).create(
      accountUuid,
      upstream.uuid,
      domainOf('d.example.com', { externalId: 'Ü 1', metadata: { plan: 'prö' } }),
    );
    const served = async () => (await store.routing.routesAfter('', 10))[0]?.domain;
    expect(await served()).not.toHaveProperty('externalId');
    expect(await served()).not.toHaveProperty('metadata');
    await new Upstreams(store).update(accountUuid, upstream.uuid, (current) => ({
      ...current,
      metadataFields: true,
    }));
    expect(await served()).toMatchObject({
      externalId: '%C3%9C 1',
      metadata: String.raw`{"plan":"pr\u00f6"}`,
      upstream: { metadataFields: true },
    });
    const long = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, 'x'.repeat(500)]));
    for (const metadata of [{}, long]) {
      await new CustomDomains(store).update(accountUuid, upstream.uuid, domain?.uuid ?? '', (current) => ({
        ...current,
        externalId: '',
        metadata,
      }));
      expect(await served()).not.toHaveProperty('externalId');
      expect(await served()).not.toHaveProperty('metadata');
    }
  });

  test('a host may have a redirect and a custom domain of its account', async () => {
    const { store, accountUuid } = await openWithAccount();
    const upstream = await new Upstreams(store).create(
      accountUuid,
      upstreamOf('a.example.net', { port: 8080, tls: false }),
    );
    const domain = await new CustomDomains(store).create(
      accountUuid,
      upstream.uuid,
      domainOf('both.example.com', {
        redirectToWww: true,
        webAnalytics: 'off',
        referrerPaths: true,
        hstsMaxAge: 63_072_000,
        aiCrawlers: 'payment_required',
        aiCrawlersRobotsTxt: true,
        engagement: true,
        webVitals: true,
        tlsMinVersion: '1.3',
        tlsClientCa: 'certificates of authorities',
        maintenance: true,
      }),
    );
    const { uuid } = await new Redirects(store).create(accountUuid, redirectOf('both.example.com'));
    const routes = {
      host: 'both.example.com',
      redirect: { uuid, ...rule },
      domain: {
        uuid: domain?.uuid,
        redirectToWww: true,
        webAnalytics: 'off',
        referrerPaths: true,
        hstsMaxAge: 63_072_000,
        aiCrawlers: 'payment_required',
        aiCrawlersRobotsTxt: true,
        engagement: true,
        webVitals: true,
        tls: { minVersion: '1.3', clientCaDigest: clientCaDigestOf('certificates of authorities') },
        maintenance: true,
        upstream: {
          uuid: upstream.uuid,
          accountUuid: upstream.accountUuid,
          host: 'a.example.net',
          port: 8080,
          tls: false,
          authToken: upstream.authToken,
          maintenance: false,
        },
      },
    };
    expect(await store.routing.routesAfter('', 10)).toEqual([routes]);
    expect(await store.routing.changesAfter({ revision: 0, mark: '' }, 10)).toMatchObject({
      hosts: [routes],
    });
  });

  test('a host keeps its custom domain when its redirect is paused', async () => {
    const { store, accountUuid } = await openWithAccount();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf('both.example.com'));
    await new Redirects(store).create(accountUuid, redirectOf('both.example.com', { active: false }));
    const [routes] = await store.routing.routesAfter('', 10);
    expect(routes).toMatchObject({ redirect: null, domain: { upstream: { host: 'a.example.net' } } });
    expect(await store.routing.changesAfter({ revision: 0, mark: '' }, 10)).toMatchObject({
      hosts: [routes],
    });
  });

  test.each([1, 2, 3, 5, 7, 100])('pages of %i have every host once, in order', async (limit) => {
    const { store, accountUuid } = await openWithAccount();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    // Runs of redirects alone, domains alone, both, and paused redirects.
    const kinds = 'rrrrrdddddbbbrdrdrdbrpdpbpppprrddb';
    const expected: [host: string, hasRedirect: boolean, hasDomain: boolean][] = [];
    for (const [index, kind] of kinds.split('').entries()) {
      const host = `h${String(index).padStart(2, '0')}.example.com`;
      const hasRedirect = kind === 'r' || kind === 'b';
      const hasDomain = kind === 'd' || kind === 'b';
      if (hasRedirect || kind === 'p')
        await new Redirects(store).create(accountUuid, redirectOf(host, { active: hasRedirect }));
      if (hasDomain) await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
      if (hasRedirect || hasDomain) expected.push([host, hasRedirect, hasDomain]);
    }
    const found: HostRoutes[] = [];
    for (let isLast = false; !isLast; ) {
      const page = await store.routing.routesAfter(found.at(-1)?.host ?? '', limit);
      found.push(...page);
      isLast = page.length < limit;
    }
    expect(found.map(({ host, redirect, domain }) => [host, redirect !== null, domain !== null])).toEqual(
      expected,
    );
  });
});
