/** `nameplate export-config`. Source: docs/guides/plans.md. */
import { type Command, Option } from 'commander';
import { referencesIn } from '../features/plans/plan-document.ts';
import { withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { CliError } from './failures.ts';
import { note, printData } from './output.ts';
import { writeFileWhole } from './write-file.ts';

const help = `Usage: nameplate export-config [FILE] [--format FORMAT] [--account UUID]

Writes an account's configuration as a file for "plan" and "apply", always in
the same order, without secrets. Planned again, it changes nothing.

Options:
  --format FORMAT  yaml (default) or json
  --account UUID   account to export; may be left out when there is one
  -h, --help       print this help
`;

type Options = { format: 'yaml' | 'json'; account?: string };

export function exportConfigCommand(): Command {
  return defineCommand('export-config', help)
    .argument('[file]')
    .addOption(new Option('--format <format>').choices(['yaml', 'json']).default('yaml'))
    .option('--account <uuid>')
    .action(exportConfig);
}

async function exportConfig(path: string | undefined, { format, account }: Options): Promise<void> {
  await withApi(async (api) => {
    const document = await api.get<Readonly<Record<string, unknown>>>(
      `${await api.accountPath(account)}/configuration`,
    );
    refuseReferences(document);
    const text = format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : await yamlOf(document);
    if (path === undefined || path === '-') return printData(text);
    await writeFileWhole(
      'FILE',
      path,
      (async function* whole() {
        yield text;
      })(),
    );
    note(`Exported to ${path}.`);
  });
}

/** Whoever writes a note in the account must not have `plan` read a file of the machine that it runs on. */
function refuseReferences(document: Readonly<Record<string, unknown>>): void {
  const found = referencesIn(document);
  if (found.length === 0) return;
  for (const text of found) note(text);
  throw new CliError('"plan" would read these texts of the account from its own machine; change them first');
}

async function yamlOf(document: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}
