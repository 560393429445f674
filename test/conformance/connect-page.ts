/** Connect links, the brand and the page. */

import { expect } from 'vitest';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { maxOpenConnectLinks } from '../../src/features/connect/connect-link-store.ts';
import { mailServerHost, TestMailServer } from '../support/mail-server.ts';
import { createDomain, createUpstream, newOwner, ownerWithUpstream } from './domain-resources.ts';
import { expectError, type Row, timestamp, uuidV7, withStore } from './row.ts';

const page = 'docs/reference/connect-page.md';
const on = (heading: string): string => `${page} ("${heading}")`;

export const connectPageRows: readonly Row[] = [
  {
    source: on('Links'),
    statement:
      'a link is created with its address, listed without it, and opens the page until it is revoked',
    postgres: 'types of columns',
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const domain = await createDomain(service, { token }, upstream);
      const links = `${domain.path}/connect_links`;
      const created = await service.api(links, { token, json: {} });
      expect(created).toMatchObject({
        status: 201,
        body: {
          uuid: expect.stringMatching(uuidV7),
          expires_at: expect.stringMatching(timestamp),
          url: expect.stringMatching(/\/connect\/nc_[A-Za-z0-9_-]{43}$/),
        },
      });
      const { url, ...link } = created.body;
      expect((await service.api(links, { token })).body).toEqual([link]);
      expect((await fetch(url)).status).toBe(200);
      const revoked = await service.api(`${links}/${link.uuid}`, { method: 'DELETE', token });
      expect(revoked.status).toBe(200);
      const closed = await fetch(url);
      const never = await fetch(url.replace(/.{9}$/, 'AAAAAAAAA'));
      expect([closed.status, never.status]).toEqual([404, 404]);
    },
  },
  {
    source: on('Links'),
    statement: 'a custom domain has at most 100 open links',
    postgres: 'a limit that is counted under a lock',
    codes: ['too_many_connect_links'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const domain = await createDomain(service, { token }, upstream);
      const create = () => service.api(`${domain.path}/connect_links`, { token, json: {} });
      for (let index = 0; index < maxOpenConnectLinks; index += 1) expect((await create()).status).toBe(201);
      expectError(await create(), 400, 'too_many_connect_links', '100 open links');
    },
  },
  {
    source: on('The page'),
    statement: 'it names the host, can be checked without JavaScript, and no other page can frame it',
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const domain = await createDomain(service, { token }, upstream);
      const { body } = await service.api(`${domain.path}/connect_links`, { token, json: {} });
      const shown = await fetch(body.url);
      expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await shown.text()).toContain(`<h1>Connect ${domain.host}</h1>`);
      expect(await (await fetch(`${body.url}/state`)).json()).toEqual({
        state: expect.stringMatching(/^\S+$/),
      });
    },
  },
  {
    source: on('The brand'),
    statement: 'an account that is still called Default hands out no link until its brand has a name',
    codes: ['brand_missing'],
    async check(service) {
      const token = await withStore(service, async (store) => {
        const { uuid: accountUuid } = await new Accounts(store).create('Default');
        const wanted = { accountUuid, name: 'test', scope: 'write', expiresAt: null } as const;
        return { accountUuid, ...(await new AccessTokens(store).create(wanted)) };
      });
      const account = `/api/v1/accounts/${token.accountUuid}`;
      const owner = { token: token.secret, upstreams: `${account}/upstreams` };
      const domain = await createDomain(service, owner, await createUpstream(service, owner));
      const create = () => service.api(`${domain.path}/connect_links`, { token: token.secret, json: {} });
      expectError(await create(), 400, 'brand_missing');
      await service.api(`${account}/brand`, { method: 'PUT', token: token.secret, json: { name: 'Acme' } });
      expect((await create()).status).toBe(201);
    },
  },
  {
    source: on('E-mail'),
    statement: 'the instructions are sent through the mail server; when that fails there is no link',
    process: 'NODE_EXTRA_CA_CERTS is read at the start of one',
    codes: ['email_not_set_up', 'email_refused', 'email_failed', 'remind_invalid'],
    async check(shared, bench) {
      const { upstream, token } = await ownerWithUpstream(shared);
      const unsent = await createDomain(shared, { token }, upstream);
      const without = await shared.api(`${unsent.path}/connect_links`, {
        token,
        json: { email: 'a@example.org' },
      });
      expectError(without, 400, 'email_not_set_up', 'NAMEPLATE_SMTP_URL');
      const remind = { token, json: { remind: true } };
      expectError(
        await shared.api(`${unsent.path}/connect_links`, remind),
        400,
        'remind_invalid',
        'no email',
      );

      await using mails = await TestMailServer.start({
        encryption: 'tls',
        refusal: (to) => (to === 'nobody@example.org' ? { status: 550, text: 'No such user' } : undefined),
      });
      const service = await bench.newService({
        env: {
          NODE_EXTRA_CA_CERTS: mails.caPath,
          NAMEPLATE_SMTP_URL: `smtps://${mailServerHost}:${mails.port}`,
          NAMEPLATE_SMTP_FROM: 'domains@example.com',
          NAMEPLATE_API_ORIGIN: 'https://nameplate.example.com',
        },
      });
      const owner = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, owner.upstream);
      const links = `${domain.path}/connect_links`;
      const create = (email: string) => service.api(links, { token: owner.token, json: { email } });
      const made = await create('owner@example.org');
      expect(made).toMatchObject({
        status: 201,
        body: { url: expect.stringMatching(/^https:\/\/nameplate\.example\.com\/connect\/nc_/) },
      });
      expect(mails.mails).toMatchObject([
        { from: 'domains@example.com', to: ['owner@example.org'], isEncrypted: true },
      ]);
      expectError(await create('nobody@example.org'), 400, 'email_refused', 'No such user');
      await mails[Symbol.asyncDispose]();
      expectError(await create('owner@example.org'), 503, 'email_failed', 'can’t be reached');
      expect((await service.api(links, { token: owner.token })).body).toHaveLength(1);
    },
  },
  {
    source: on('Inside your product'),
    statement:
      'it is framed by allowed origins, which alone get its messages, in the looks that it is asked for',
    async check(service) {
      const { upstream, upstreams, token } = await ownerWithUpstream(service);
      const domain = await createDomain(service, { token }, upstream);
      const { body: link } = await service.api(`${domain.path}/connect_links`, { token, json: {} });
      const settings = upstreams.replace(/upstreams$/, 'settings');
      const origin = 'https://app.example.com';
      await service.api(settings, { method: 'PUT', token, json: { allowed_origins: [origin] } });
      const shown = await fetch(`${link.url}?embed=1&theme=dark&locale=de`);
      expect(shown.headers.get('content-security-policy')).toMatch(
        /frame-ancestors https:\/\/app\.example\.com$/,
      );
      const text = await shown.text();
      expect(text).toContain('<html lang="de" data-theme="dark">');
      expect(text).toContain(`data-told="waiting" data-host="${domain.host}" data-origins="${origin}"`);
      expect(text).not.toMatch(/<header>|<footer>/);
    },
  },
  {
    source: on('Shared statistics'),
    statement: 'a link of its own kind opens the statistics alone, which only the origins it names can frame',
    codes: ['kind_invalid', 'embed_origins_invalid'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const domain = await createDomain(service, { token }, upstream);
      const create = (json: unknown) => service.api(`${domain.path}/connect_links`, { token, json });
      const created = await create({ kind: 'statistics', embed_origins: ['https://www.example.com'] });
      expect(created.body).toMatchObject({
        kind: 'statistics',
        embed_origins: ['https://www.example.com'],
        url: expect.stringMatching(/\/share\/ns_[A-Za-z0-9_-]{43}$/),
      });
      const shown = await fetch(created.body.url);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-security-policy')).toMatch(
        /frame-ancestors https:\/\/www\.example\.com$/,
      );
      expect(await shown.text()).toContain(`<h1>Statistics of ${domain.host}</h1>`);
      expect((await fetch(created.body.url.replace('/share/', '/connect/'))).status).toBe(404);
      expectError(await create({ kind: 'records' }), 400, 'kind_invalid', 'records', 'connect or statistics');
      const refused = await create({ kind: 'statistics', embed_origins: ['*'] });
      expectError(refused, 400, 'embed_origins_invalid', '*');
    },
  },
  {
    source: on('The brand'),
    statement: 'it changes what is given and keeps the rest; other values are refused',
    codes: ['color_invalid', 'logo_invalid', 'name_invalid'],
    async check(service) {
      const { token, upstreams } = await newOwner(service);
      const brand = upstreams.replace(/upstreams$/, 'brand');
      const change = (json: unknown) => service.api(brand, { method: 'PUT', token, json });
      expect((await change({ color: '#ABCDEF' })).body).toEqual({ name: null, color: '#abcdef', logo: null });
      expect((await change({ name: 'Acme' })).body).toEqual({ name: 'Acme', color: '#abcdef', logo: null });
      expectError(await change({ color: 'blue' }), 400, 'color_invalid', 'blue');
      expectError(await change({ name: '' }), 400, 'name_invalid');
      expectError(await change({ logo: 'https://a.example/a.svg' }), 400, 'logo_invalid', 'a.svg');
      expect((await service.api(brand, { token })).body.color).toBe('#abcdef');
    },
  },
];
