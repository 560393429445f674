/** The DNS responder of a running service. */
import { Resolver } from 'node:dns/promises';
import { expect } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { challengeLabel } from '../../src/core/challenge-label.ts';
import { systemClock } from '../../src/core/clock.ts';
import { freePort } from '../support/free-port.ts';
import type { Row } from './row.ts';

const zone = 'acme.nameplate.test';

export const responderRows: readonly Row[] = [
  {
    source: 'docs/reference/dns-responder.md ("What it answers")',
    statement:
      'A running service answers for its zone with the challenges in the control store, and for nothing else',
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
      const resolver = new Resolver({ timeout: 5_000, tries: 2 });
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
