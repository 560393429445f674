/** Hosts whose certificates are valid for six days, ordered and renewed by the real issuer over a store, by a clock that is moved. */
import { pino } from 'pino';
import { AcmeAccounts } from '../../src/acme/accounts.ts';
import { Attempts } from '../../src/acme/attempt.ts';
import { Issuer } from '../../src/acme/issuer.ts';
import { AcmeTransport } from '../../src/acme/protocol/transport.ts';
import { Renewals } from '../../src/acme/renewals.ts';
import type { ControlStore } from '../../src/control/store.ts';
import type { Clock } from '../../src/core/clock.ts';
import { AutomaticCertificates } from '../../src/features/automatic-certificates/certificate-store.ts';

export const profile = 'shortlived';

/** `perPeriod`: orders in three hours. */
export function shortLivedIssuer(
  store: ControlStore,
  directoryUrl: string,
  clock: Clock,
  perPeriod: number,
): Issuer {
  const logger = pino({ level: 'silent' });
  const transport = new AcmeTransport({ directoryUrl, userAgent: 'test/1' });
  const who = { directoryUrl, email: undefined, externalAccount: undefined };
  const attempts = new Attempts(
    [{ directoryUrl, transport, accounts: new AcmeAccounts(store.acmeAccounts, who, logger), profile }],
    {
      whyElsewhere: async () => undefined,
      whyForbidden: async () => undefined,
      methods: ['http-01'],
      weeklyBudget: 0,
      ordersPerPeriod: perPeriod,
      clock,
      logger,
      budget: store.acmeOrders,
      accountBudget: store.acmeOrderBudget,
      challenges: store.acmeChallenges,
      renewals: new Renewals(clock, logger),
    },
  );
  const accounts = [{ directoryUrl, externalKeyId: '' }];
  const queue = new AutomaticCertificates(
    store,
    async (now) => (await store.acmeOrderBudget.forecast(accounts, now, perPeriod)).free,
  );
  return new Issuer({ queue, attempts, clock, logger, onIssued: async () => {} });
}
