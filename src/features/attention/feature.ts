/** What is wrong, why, and how to fix it. Source: docs/reference/findings.md. */
import { hostname } from 'node:os';
import { Turns } from '../../control/turns.ts';
import { hourMs, minuteMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { DestinationCheckStore } from './destinations/destination-check-store.ts';
import { FindingList } from './finding-list.ts';
import { HostCheckStore } from './host-check-store.ts';
import { checkInstallation } from './installation-checks.ts';
import { resolveGone } from './resolve-gone.ts';
import { addFindingRoutes } from './routes.ts';
import { checkStored } from './stored-checks.ts';
import { TrafficChecks } from './traffic/traffic-checks.ts';
import { findingSchema } from './wire.ts';

export const attention: Feature = {
  tags: [
    {
      name: 'Findings',
      description:
        'What is wrong with domains, redirects, upstreams and the installation: why, and how to fix it. Each domain’s `verdict` comes from them.',
    },
  ],
  schemas: [findingSchema],
  tables: {
    findings: null,
    finding_hosts: null,
    host_states: null,
    destination_checks: null,
    spool_positions: null,
    upstream_checks: null,
  },
  addRoutes: (app, { store, clock }) => addFindingRoutes(app, new FindingList(store), clock),
  startWork(work, parts) {
    const { config, store, analytics, findings, clock } = parts;
    const list = new FindingList(store);
    const turns = new Turns({ database: store.database, clock });
    work.every(minuteMs, () =>
      turns.inTurn('stored', minuteMs, async () => {
        await resolveGone(store);
        await checkStored(store, findings);
      }),
    );
    // Two processes of a machine, as during an upgrade, would see within seconds twice that all is well.
    work.every(5 * minuteMs, () =>
      turns.inTurn(`installation ${hostname()}`, 5 * minuteMs, () => checkInstallation(parts)),
    );
    const hostChecks = new HostCheckStore(store);
    work.every(5 * minuteMs, () => turns.inTurn('hosts', 5 * minuteMs, () => hostChecks.enlist()));
    work.every(hourMs, () => list.forgetOld());
    work.every(hourMs, () => turns.forgetMachines());
    const { retentionDays } = config.analytics;
    const traffic = new TrafficChecks(store.database, { analytics, findings, retentionDays, clock });
    work.every(minuteMs, () => traffic.checkMinutes());
    work.every(minuteMs, (signal) => traffic.checkHours(signal));
    if (!config.checksDestinations) return;
    const destinations = new DestinationCheckStore(store);
    work.every(10 * minuteMs, () => turns.inTurn('destinations', 10 * minuteMs, () => destinations.enlist()));
  },
};
