/** `nameplate completion`. Source: docs/guides/install.md ("Completion"). */
import { Argument, type Command } from 'commander';
import { defineCommand } from './command.ts';
import { commandRows } from './command-rows.ts';
import { completionScript, type Shell, shells } from './completion-scripts.ts';
import { printData } from './output.ts';

const help = `Usage: nameplate completion ${shells.join('|')}

Prints a script that completes commands, options and their values in a shell.
For the shell you are in:

  bash  source <(nameplate completion bash)
  zsh   source <(nameplate completion zsh)
  fish  nameplate completion fish | source

Options:
  -h, --help  print this help
`;

export function completionCommand(): Command {
  return defineCommand('completion', help)
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: Shell) => {
      const { createProgram } = await import('./program.ts');
      await printData(completionScript(shell, commandRows(await createProgram())));
    });
}
