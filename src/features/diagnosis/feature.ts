/** What is wrong with a host, and what fixes it. Source: docs/reference/diagnosis.md. */
import { readRecentTraffic } from '../../analytics/query/recent-traffic.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Feature } from '../../kernel/feature.ts';
import { Diagnoses } from './diagnoses.ts';
import { diagnose } from './diagnosis.ts';
import { trustedAuthorities } from './handshake.ts';
import { addDiagnoseRoute } from './routes.ts';
import { diagnosisSchema } from './schemas.ts';

export const diagnosis: Feature = {
  schemas: [diagnosisSchema],
  addRoutes: (app, { store, dns, analytics, checkUpstream, clock }) => {
    const parts = {
      store,
      look: dns.look,
      checkUpstream,
      readTraffic: (accountUuid: string, owner: string) =>
        readRecentTraffic(analytics.forAccount(accountUuid), owner, clock.now()),
      authorities: trustedAuthorities,
      clock,
    };
    const diagnoses = new Diagnoses(async (accountUuid, host) => {
      const found = await diagnose(parts, accountUuid, host);
      if (found) return found;
      throw new ServiceError('unavailable', 'only a running service can answer this');
    }, clock);
    addDiagnoseRoute(app, diagnoses);
  },
};
