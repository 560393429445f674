/**
 * The program `nameplate`: hands its arguments to the command line. On a Node that it doesn't support, it starts itself on
 * another, before it loads a library that could crash there.
 */
import { runOnSupportedNode } from './cli/unsupported-node.ts';
import { findUnsupportedNode } from './core/node-versions.ts';

const unsupported = findUnsupportedNode();
if (unsupported === undefined) {
  const { endWithReader } = await import('./cli/output.ts');
  const { runCli } = await import('./cli/program.ts');
  endWithReader();
  const exitCode = await runCli(process.argv.slice(2));
  // Not process.exit: what is still being written to a pipe would be lost.
  if (exitCode !== 0) process.exitCode = exitCode;
} else {
  runOnSupportedNode(unsupported, process.argv.slice(2));
}
