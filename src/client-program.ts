/** The program of `dist/cli.cjs`: commands as clients of an API elsewhere. Source: docs/reference/operator-api.md. */
import { endWithReader } from './cli/output.ts';
import { runCli } from './cli/program.ts';

async function main(): Promise<void> {
  endWithReader();
  const exitCode = await runCli(process.argv.slice(2));
  if (exitCode !== 0) process.exitCode = exitCode;
}

void main();
