/** `nameplate settings`. Source: docs/reference/signed-tokens.md ("Pages of other origins"). */
import type { Command } from 'commander';
import { collectBody } from '../resources/request-body.ts';
import { withApi } from './api-client.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { UsageError } from './failures.ts';
import { note, print, printJson } from './output.ts';

const help = `Usage: nameplate settings [--allowed-origin ORIGIN | --no-allowed-origins]
                          [--account UUID] [--json]

Shows the settings of an account, or changes them.

Options:
${formatHelp([
  [
    '--allowed-origin ORIGIN',
    'an origin such as https://app.example.com whose pages may use the API with tokens that only read analytics, and show connect pages in a frame; may be repeated, and replaces those that were allowed',
  ],
  ['--no-allowed-origins', 'allow none'],
  ['--account UUID', 'account to show; may be left out when there is one'],
  ['--json', 'print the settings as JSON'],
])}
`;

type Settings = { readonly allowed_origins: readonly string[] };
type Options = { account?: string; allowedOrigin?: string[]; allowedOrigins?: false; json?: true };

export function settingsCommand(): Command {
  return defineCommand('settings', help)
    .option('--allowed-origin <origin...>')
    .option('--no-allowed-origins')
    .option('--account <uuid>')
    .option('--json')
    .action(showSettings);
}

async function showSettings(options: Options): Promise<void> {
  if (options.allowedOrigin && options.allowedOrigins === false)
    throw new UsageError('--allowed-origin and --no-allowed-origins exclude each other');
  const origins = options.allowedOrigins === false ? [] : options.allowedOrigin;
  await withApi(async (api) => {
    const path = `${await api.accountPath(options.account)}/settings`;
    const settings = origins
      ? await api.put<Settings>(path, collectBody('json', [['allowed_origins', origins]]))
      : await api.get<Settings>(path);
    if (options.json) return printJson(settings);
    const { allowed_origins: allowed } = settings;
    note(allowed.length === 0 ? 'No origin is allowed.' : 'Allowed origins:');
    return print(allowed.map((origin) => `${origin}\n`).join(''));
  });
}
