/** Custom domains that are created many at once. */
import { expect } from 'vitest';
import {
  createDomain,
  domainFields,
  ownerWithUpstream,
  postDomain,
  type WireDomain,
} from './domain-resources.ts';
import { expectError, newHost, newToken, type Row, unknownUuid } from './row.ts';

const source = 'docs/reference/domains.md ("Many at once")';

export const customDomainBatchRows: readonly Row[] = [
  {
    source,
    statement: '1,000 custom domains are created at once and answered in the order of the list',
    postgres: 'a transaction of many rows, with as many parameters',
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const base = newHost();
      const custom_domains = Array.from({ length: 1_000 }, (_, index) => ({
        host: `d${999 - index}.${base}`,
        external_id: `customer-${index}`,
        redirect_to_www: index === 7,
      }));
      const made = await service.api(`${upstream.domains}/batch`, { token, json: { custom_domains } });
      expect(made.status).toBe(201);
      expect(Object.keys(made.body)).toEqual(['data']);
      expect(made.body.data).toHaveLength(1_000);
      for (const [index, domain] of made.body.data.entries()) {
        expect(domain).toMatchObject({ ...custom_domains[index], upstream_uuid: upstream.uuid });
        expect(Object.keys(domain)).toEqual(domainFields);
      }
      const listed = await service.api(`${upstream.domains}?per_page=1000&sort=host`, { token });
      expect(listed.body.pagination.count).toBe(1_000);
      // Their first checks are under way.
      const first = listed.body.data.find((one: WireDomain) => one.uuid === made.body.data[0].uuid);
      expect(first).toMatchObject({ host: `d999.${base}`, external_id: 'customer-0' });
    },
  },
  {
    source,
    statement: 'when some of a list are wrong, none is created and each is named with its place',
    postgres: 'a transaction of many rows, with as many parameters',
    codes: ['custom_domains_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const stranger = await ownerWithUpstream(service);
      const [mine, theirs] = [
        await createDomain(service, owner, upstream),
        await createDomain(service, stranger, stranger.upstream),
      ];
      const [host, wwwOfTheirs] = [newHost(), newHost()];
      await createDomain(service, stranger, stranger.upstream, { host: `www.${wwwOfTheirs}` });
      const send = (custom_domains: unknown) =>
        service.api(`${upstream.domains}/batch`, { token: owner.token, json: { custom_domains } });
      const taken = [
        { host: newHost() },
        { host },
        { host: mine.host.toUpperCase() },
        { host: theirs.host },
        { host: wwwOfTheirs, redirect_to_www: true },
        { host: `${host}.` },
      ];
      const conflicts = await send(taken);
      expectError(
        conflicts,
        400,
        'custom_domains_invalid',
        'none was created, because 4 of 6',
        `custom_domains[2] host_taken: host "${mine.host}" is already used by another custom domain`,
        `custom_domains[3] host_taken: host "${theirs.host}" belongs to another account`,
        `custom_domains[4] host_taken: "www.${wwwOfTheirs}", the host that redirect_to_www needs`,
        `custom_domains[5] host_taken: host "${host}" is already used by an earlier one`,
      );
      expectError(
        await send([{ host: 'nothing' }]),
        400,
        'custom_domains_invalid',
        'custom_domains[0] host_invalid',
      );
      const wrong = await send([...taken, {}, { host: 'x' }, 'shop.example', { host: newHost(), port: 1 }]);
      expectError(wrong, 400, 'custom_domains_invalid', 'because 8 of 10');
      expect(wrong.body.error.split('\n').map((line: string) => line.split(':')[0])).toEqual([
        "none was created, because 8 of 10 custom_domains can't be",
        'custom_domains[2] host_taken',
        'custom_domains[3] host_taken',
        'custom_domains[4] host_taken',
        'custom_domains[5] host_taken',
        'custom_domains[6] host_invalid',
        'custom_domains[7] host_invalid',
        'custom_domains[8] body_invalid',
        'custom_domains[9] parameter_unknown',
      ]);
      const { body } = await service.api(upstream.domains, { token: owner.token });
      expect(body.data.map(({ uuid }: WireDomain) => uuid)).toEqual([mine.uuid]);
      // None of the hosts stays claimed.
      expect((await postDomain(service, stranger, stranger.upstream, { host })).status).toBe(201);
    },
  },
  {
    source,
    statement:
      'a dry run of a list answers 200 with what would be created, or the error, and changes nothing',
    postgres: 'a transaction that is undone',
    codes: ['dry_run_invalid', 'certificates_follow_invalid'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const path = `${upstream.domains}/batch`;
      const host = newHost();
      const json = { custom_domains: [{ host }], dry_run: true };
      const rehearsed = await service.api(path, { token, json });
      expect(rehearsed.status).toBe(200);
      expect(rehearsed.body.data).toMatchObject([{ host }]);
      expect((await service.api(upstream.domains, { token })).body.pagination.count).toBe(0);
      const twice = { ...json, custom_domains: [{ host }, { host }] };
      expectError(await service.api(path, { token, json: twice }), 400, 'custom_domains_invalid');
      const unsure = { ...json, dry_run: 'perhaps' };
      expectError(await service.api(path, { token, json: unsure }), 400, 'dry_run_invalid');
      const later = { custom_domains: json.custom_domains, certificates_follow: 'perhaps' };
      expectError(await service.api(path, { token, json: later }), 400, 'certificates_follow_invalid');
      const form = {
        custom_domains: JSON.stringify(json.custom_domains),
        dry_run: '0',
        certificates_follow: '1',
      };
      expect((await service.api(path, { token, form })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a list is 1 to 1,000 custom domains of one upstream, sent with write scope',
    codes: ['custom_domains_invalid', 'parameter_unknown', 'forbidden', 'not_found'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const path = `${upstream.domains}/batch`;
      const tooMany = Array.from({ length: 1_001 }, () => ({}));
      for (const custom_domains of [[], tooMany, {}, 'x', null, 7]) {
        const refused = await service.api(path, { token, json: { custom_domains } });
        expectError(refused, 400, 'custom_domains_invalid', 'custom_domains', '1 to 1000');
      }
      expectError(await service.api(path, { token, json: {} }), 400, 'custom_domains_invalid', 'missing');
      const unknown = await service.api(path, { token, json: { custom_domains: [], host: 'x' } });
      expectError(unknown, 400, 'parameter_unknown', 'host');
      const form = { custom_domains: JSON.stringify([{ host: newHost() }]) };
      expect((await service.api(path, { token, form })).status).toBe(201);
      const json = { custom_domains: [{ host: newHost() }] };
      const elsewhere = path.replace(upstream.uuid, unknownUuid);
      expectError(await service.api(elsewhere, { token, json }), 404, 'not_found', unknownUuid);
      const reader = await newToken(service, { scope: 'read' });
      const own = `/api/v1/accounts/${service.accountUuid}/upstreams/${unknownUuid}/custom_domains/batch`;
      expectError(await service.api(own, { token: reader, json }), 403, 'forbidden', 'write');
    },
  },
];
