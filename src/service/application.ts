/**
 * Entry of the application process: the API, the dashboard, both stores and everything in the background. The supervisor
 * starts it, and starts it again when it ends. Source: ARCHITECTURE.md ("Processes").
 */
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { runService } from './service.ts';
import { StoreAwayError } from './start-error.ts';
import { Supervised } from './supervised.ts';
import { storeAwayExitCode } from './supervisor-protocol.ts';

const supervised = await Supervised.meet();
try {
  const migrate = process.argv.includes('--migrate');
  await runService(parseConfig(readEnvironment()), { migrate }, supervised);
  supervised.leave();
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`nameplate: ${why}\n`);
  process.exitCode = error instanceof StoreAwayError ? storeAwayExitCode : 1;
  supervised.fail(why);
}
