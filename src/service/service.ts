/**
 * Runs the composed service in the application process, until the supervisor stops it.
 * Source: docs/reference/service.md ("Stopping"), ARCHITECTURE.md ("Processes").
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { analyticsSchemaVersion } from '../analytics/engine/migrate.ts';
import type { Config } from '../config/config.ts';
import { removeOtherReplicas } from '../control/replica-file.ts';
import { createLogger } from '../telemetry/logger.ts';
import { composeApi } from './compose-api.ts';
import type { ServiceOptions } from './role.ts';
import type { Supervised } from './supervised.ts';
import { version } from './version.ts';

/** Rejects with an error of one line when it cannot start. */
export async function runService(
  config: Config,
  options: ServiceOptions,
  supervised: Supervised,
): Promise<void> {
  const logger = createLogger(config.log);
  const service = await composeApi(config, options, supervised, logger);
  try {
    if (!supervised.isRestart) process.stdout.write(service.banner);
    // What a predecessor's workers read stays until nothing can go back to it.
    void supervised.predecessorGone.then(() => removeOtherReplicas(config.dataDir)).catch(() => {});
    supervised.ready({
      version,
      embeddedAnalyticsSchema: config.analytics.location.kind === 'chdb' ? analyticsSchemaVersion : null,
    });
    const { signal, isHandover } = await supervised.stopOrder;
    if (isHandover) {
      logger.info('handing over to the process that was upgraded to');
      return await service.handOver();
    }
    const { lameDuckMs } = config.edge;
    if (lameDuckMs > 0) {
      logger.info({ signal, lameDuckMs }, 'health checks fail from now on; everything is still served');
      service.becomeLameDuck();
      await sleep(lameDuckMs);
    }
    logger.info({ signal }, 'stopping; requests in flight get 10 s');
  } finally {
    await service.close();
  }
}
