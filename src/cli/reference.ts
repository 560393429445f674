/** docs/reference/cli.md, from the help texts. */
import { type CommandRow, commandRows, type Door } from './command-rows.ts';
import { createProgram } from './program.ts';

const head = `<!-- Generated from the help texts in src/cli by \`npm run docs\`. Do not edit. -->

# Command line

Every text below is what \`--help\` prints. Below each command stands how it works: through the **API**, as one of its [clients](operator-api.md#commands); on the **store** and the data directory that the environment names (see [config.md](config.md)), where a running service notices a change through the revision log within 250 ms; or **offline**, on neither. A command refuses a control store of another schema version; only \`nameplate migrate\` and a start migrate.

Data goes to standard output and everything else to standard error, without colors. Exit codes: 0 success, 1 failure (one line says why), 2 wrong usage. Of a file that can’t be read or written, the line has the option or argument, the path and the problem. Texts for people show control characters, and invisible ones such as those that change the direction of text, as U+FFFD; JSON and CSV have them as they are.
`;

/** Renders the page. */
export async function renderCliReference(): Promise<string> {
  return [head, ...commandRows(await createProgram()).map(section)].join('\n');
}

function section({ path, help, door }: CommandRow): string {
  const title = `## \`${['nameplate', ...path].join(' ')}\`\n`;
  const way = door && `${ways[door]}\n`;
  return [title, ...(way === undefined ? [] : [way]), `\`\`\`text\n${help}\`\`\`\n`].join('\n');
}

const ways: Readonly<Record<Door, string>> = {
  api: 'Through the API.',
  operator: 'Through the API, for the operator only: not with `--url`.',
  store: 'On the store and the data directory.',
  offline: 'Offline.',
};
