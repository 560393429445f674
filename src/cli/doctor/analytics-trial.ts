/** `nameplate doctor --analytics`: what Nameplate assumes of a ClickHouse server or cluster, tried on it. */
import { openClickhouse } from '../../analytics/engine/clickhouse.ts';
import { tryServer } from '../../analytics/engine/server-trial.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, finding } from './finding.ts';

export async function checkAnalyticsTrial({ analytics: { location } }: Config): Promise<Finding[]> {
  if (location.kind === 'chdb')
    return [
      finding(
        'ok',
        'analytics',
        'Embedded: there is no server to try. Set NAMEPLATE_CLICKHOUSE_URL to try one.',
      ),
    ];
  const engine = openClickhouse(location);
  try {
    return (await tryServer(engine)).map((trial) =>
      'problem' in trial
        ? finding('problem', `analytics: ${trial.name}`, trial.problem)
        : finding('ok', `analytics: ${trial.name}`, trial.found),
    );
  } finally {
    await engine.close();
  }
}
