/**
 * Entry of the application process: the API, the dashboard, both stores and everything in the background. The supervisor
 * starts it, and starts it again when it ends. Source: ARCHITECTURE.md ("Processes").
 */
import { readEnvironment } from '../config/env.ts';
import { errorMessage } from '../core/error-field.ts';
import { configOf, roleOf } from './role.ts';
import { runService } from './service.ts';
import { StoreAwayError } from './start-error.ts';
import { Supervised } from './supervised.ts';
import { storeAwayExitCode } from './supervisor-protocol.ts';

const supervised = await Supervised.meet();
try {
  const migrate = process.argv.includes('--migrate');
  const role = roleOf(process.argv);
  await runService(configOf(role, readEnvironment()), { role, migrate }, supervised);
  supervised.leave();
} catch (error) {
  const why = errorMessage(error);
  process.stderr.write(`nameplate: ${why}\n`);
  process.exitCode = error instanceof StoreAwayError ? storeAwayExitCode : 1;
  supervised.fail(why);
}
