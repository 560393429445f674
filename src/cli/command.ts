/** How every command is made: a name, and the text its `--help` prints. */
import { Command } from 'commander';
import { manyLines } from './terminal-text.ts';

/** Makes a command whose help is `help` verbatim, line breaks included. */
export function defineCommand(name: string, help: string): Command {
  const command = new Command(name)
    .helpOption('-h, --help')
    .helpCommand(false)
    .allowExcessArguments(false)
    .configureHelp({ formatHelp: () => help })
    .configureOutput({
      outputError: (text, write) => write(manyLines(text.replace(/^error: /, 'nameplate: '))),
    })
    .exitOverride();
  return command;
}

/** Makes a command that only leads to others; alone it prints its help as a usage error. */
export function defineGroup(name: string, help: string, commands: readonly Command[]): Command {
  const group = defineCommand(name, help);
  for (const command of commands) group.addCommand(command);
  return group;
}
