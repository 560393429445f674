/** The program `nameplate`: hands its arguments to the command line. */
import { endWithReader } from './cli/output.ts';
import { runCli } from './cli/program.ts';

endWithReader();
const exitCode = await runCli(process.argv.slice(2));
// Not process.exit: what is still being written to a pipe would be lost.
if (exitCode !== 0) process.exitCode = exitCode;
