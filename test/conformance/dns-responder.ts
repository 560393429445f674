/** The DNS responder of a running service. */
import { Resolver } from 'node:dns/promises';
import { expect } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { challengeLabel } from '../../src/core/challenge-label.ts';
import { systemClock } from '../../src/core/clock.ts';
import { freePort } from '../support/free-port.ts';
import { createDomain, createUpstream, ownOwner, postDomain, put } from './domain-resources.ts';
import { expectError, type Row } from './row.ts';

const zone = 'acme.nameplate.test';

export const responderRows: readonly Row[] = [
  {
    source: 'docs/reference/dns.md ("Records to set")',
    statement:
      'with challenge_type dns01, dns_records names a CNAME record for the challenges of each host, the same one for good',
    codes: ['challenge_type_invalid'],
    async check(_service, bench) {
      const service = await bench.newService({
        env: {
          NAMEPLATE_EDGE_HOSTNAME: 'edge.nameplate.test',
          NAMEPLATE_DNS_ZONE: zone,
          NAMEPLATE_DNS_PORT: '0',
        },
      });
      const owner = ownOwner(service);
      const upstream = await createUpstream(service, owner);
      const attributes = { host: 'shop.example.com', challenge_type: 'dns01', redirect_to_www: true };
      const domain = await createDomain(service, owner, upstream, attributes);
      const recordOf = (host: string) => ({
        type: 'CNAME',
        name: `_acme-challenge.${host}`,
        value: `${challengeLabel(service.accountUuid, host)}.${zone}`,
      });
      expect(domain).toMatchObject({ challenge_type: 'dns01', status: 'pending_check' });
      expect(domain.dns_records).toEqual([
        { type: 'CNAME', name: 'shop.example.com', value: 'edge.nameplate.test' },
        { type: 'CNAME', name: 'www.shop.example.com', value: 'edge.nameplate.test' },
        recordOf('shop.example.com'),
        recordOf('www.shop.example.com'),
      ]);
      const over = await put(service, owner, domain, { challenge_type: 'http01' });
      expect(over.body.dns_records).toEqual(domain.dns_records.slice(0, 2));
      const back = await put(service, owner, domain, { challenge_type: 'dns01' });
      expect(back.body.dns_records).toEqual(domain.dns_records);
      const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.example.com`;
      const refused = await postDomain(service, owner, upstream, { host: long, challenge_type: 'dns01' });
      expectError(refused, 400, 'challenge_type_invalid', 'too long');
    },
  },
  {
    source: 'docs/reference/dns-responder.md ("What it answers")',
    statement:
      'A running service answers for its zone with the challenges in the control store, and for nothing else',
    postgres: 'challenges are read by another process',
    async check(_service, bench) {
      const port = await freePort();
      const service = await bench.newService({
        env: {
          NAMEPLATE_DNS_ZONE: zone,
          NAMEPLATE_DNS_NAMESERVERS: 'ns1.nameplate.test ns2.nameplate.test',
          NAMEPLATE_DNS_PORT: String(port),
        },
      });
      const label = challengeLabel(service.accountUuid, 'shop.example.com');
      const challenge = { host: 'shop.example.com', token: 't', method: 'dns-01' } as const;
      await using store = await ControlStore.open(service.control, systemClock);
      await store.acmeChallenges.put(
        { ...challenge, keyAuthorization: 'a', dnsLabel: label },
        Date.now() + 60_000,
      );
      // Once, as the service counts questions.
      const resolver = new Resolver({ timeout: 60_000, tries: 1 });
      resolver.setServers([`127.0.0.1:${port}`]);
      // SHA-256 of "a" in base64url.
      expect(await resolver.resolveTxt(`${label}.${zone}`)).toEqual([
        ['ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs'],
      ]);
      expect(await resolver.resolveNs(zone)).toEqual(['ns1.nameplate.test', 'ns2.nameplate.test']);
      const other = challengeLabel(service.accountUuid, 'other.example.com');
      await expect(resolver.resolveTxt(`${other}.${zone}`)).rejects.toMatchObject({ code: 'ENODATA' });
      await expect(resolver.resolveTxt(`www.${zone}`)).rejects.toMatchObject({ code: 'ENOTFOUND' });
      await expect(resolver.resolveTxt('shop.example.com')).rejects.toMatchObject({ code: 'EREFUSED' });
      const { body } = await service.api('/metrics');
      expect(body).toContain('nameplate_dns_queries_total{result="answered"} 2');
      expect(body).toContain('nameplate_dns_queries_total{result="refused"} 1');
    },
  },
];
