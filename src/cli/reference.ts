/** docs/reference/cli.md, from the help texts. */
import type { Command } from 'commander';
import { createProgram } from './program.ts';

const head = `<!-- Generated from the help texts in src/cli by \`npm run docs\`. Do not edit. -->

# Command line

Every text below is what \`--help\` prints. The commands work on the installation that the environment names (see [config.md](config.md)), whether the service runs or not: some as [clients of the API](operator-api.md#commands), the others directly on the control store, where a running service notices a change through the revision log within 250 ms. \`usage\`, \`rules replay\` and \`logs tail\` ask the running service: at \`NAMEPLATE_HOST\` and \`NAMEPLATE_API_PORT\`, with a read-only access token that they create and delete. A command refuses a control store of another schema version; only \`nameplate migrate\` and a start migrate.

Data goes to standard output and everything else to standard error, without colours. Exit codes: 0 success, 1 failure (one line says why), 2 wrong usage.
`;

/** Renders the page. */
export async function renderCliReference(): Promise<string> {
  return [head, ...sections(await createProgram())].join('\n');
}

function sections(command: Command, parents: readonly string[] = []): string[] {
  const path = [...parents, command.name()];
  const section = `## \`${path.join(' ')}\`\n\n\`\`\`text\n${command.helpInformation()}\`\`\`\n`;
  return [section, ...command.commands.flatMap((child) => sections(child, path))];
}
