/**
 * The program `nameplate`: hands its arguments to the command line. On a Node that it doesn't support, it starts itself on
 * another, before it loads a library that could crash there.
 */
import { keptOutput } from './cli/kept-output.ts';
import { endWithReader, printData } from './cli/output.ts';
import { runOnSupportedNode } from './cli/unsupported-node.ts';
import { findUnsupportedNode } from './core/node-versions.ts';

const unsupported = findUnsupportedNode();
if (unsupported === undefined) {
  const args = process.argv.slice(2);
  endWithReader();
  const kept = keptOutput(args);
  const exitCode = kept === undefined ? await (await import('./cli/program.ts')).runCli(args) : 0;
  if (kept !== undefined) await printData(kept);
  // Not process.exit: what is still being written to a pipe would be lost.
  if (exitCode !== 0) process.exitCode = exitCode;
} else {
  runOnSupportedNode(unsupported, process.argv.slice(2));
}
