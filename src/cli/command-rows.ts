/** Every command as a row: what completion scripts, the man page and `help` are made of. */
import type { Command } from 'commander';

export type OptionRow = {
  /** `--account` */
  readonly flag: string;
  /** What it takes, as its help names it; undefined for a flag. */
  readonly value: string | undefined;
  readonly choices: readonly string[];
  readonly summary: string;
};

/** What a command works through. */
export type Door = 'api' | 'operator' | 'store' | 'offline';

/** Of all commands that are not clients of the API for everybody. */
export const doors: Readonly<Record<string, Door>> = {
  serve: 'store',
  edge: 'store',
  app: 'store',
  upgrade: 'store',
  migrate: 'store',
  'account create': 'operator',
  'account limits': 'operator',
  'user create': 'operator',
  'user list': 'operator',
  'user set-password': 'store',
  'user remove': 'operator',
  'rules convert': 'offline',
  'domain-connect template': 'store',
  'key rotate': 'store',
  'key reset': 'store',
  'logs import': 'store',
  'pageviews import': 'store',
  backup: 'store',
  restore: 'store',
  'data update': 'store',
  demo: 'store',
  doctor: 'store',
  completion: 'offline',
  help: 'offline',
};

export type CommandRow = {
  /** Without the program's name; empty for the program. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly commands: readonly string[];
  readonly options: readonly OptionRow[];
  readonly help: string;
  /** Undefined for a group. */
  readonly door: Door | undefined;
};

/** The program's own row, then each group followed by its commands. */
export function commandRows(program: Command): CommandRow[] {
  const summaries = summariesOf(program.helpInformation());
  return rowsOf(program, [], summaries);
}

function rowsOf(
  command: Command,
  path: readonly string[],
  summaries: ReadonlyMap<string, string>,
): CommandRow[] {
  const help = command.helpInformation();
  const ofOptions = summariesOf(help);
  const options = command.options.map(({ long, argChoices = [] }): OptionRow => {
    const flag = long ?? '';
    const line = [...ofOptions.keys()].find((left) => left.split(/[ ,]+/).includes(flag)) ?? flag;
    const value = line.split(`${flag} `)[1];
    const named = value !== undefined && /^[a-z0-9-]+(?:\|[a-z0-9-]+)+$/.test(value) ? value.split('|') : [];
    return {
      flag,
      value,
      choices: argChoices.length > 0 ? argChoices : named,
      summary: ofOptions.get(line) ?? '',
    };
  });
  const row = {
    path,
    summary: summaries.get(path.join(' ')) ?? firstSentence(help),
    commands: command.commands.map((child) => child.name()),
    options: [...options, { flag: '--help', value: undefined, choices: [], summary: 'print the help' }],
    help,
    door: command.commands.length > 0 ? undefined : (doors[path.join(' ')] ?? 'api'),
  };
  return [row, ...command.commands.flatMap((child) => rowsOf(child, [...path, child.name()], summaries))];
}

/** Of groups, and of commands whose name takes all of the program's first column. */
function firstSentence(help: string): string {
  const [, paragraph = ''] = help.split('\n\n');
  const [sentence = ''] = paragraph.replaceAll('\n', ' ').split(/(?<=\.)\s/);
  return sentence.replace(/\.$/, '');
}

/** The two columns of a help text's lists: what stands on the left → its text. */
export function summariesOf(help: string): Map<string, string> {
  const found = new Map<string, string>();
  let last: string | undefined;
  for (const line of help.split('\n')) {
    const [, left, text] = /^ {2}(\S(?:\S| (?! ))*) {1,}(?<=\s)(\S.*)$/.exec(line) ?? [];
    const [, more] = /^ {10,}(\S.*)$/.exec(line) ?? [];
    if (more !== undefined && last !== undefined) found.set(last, `${found.get(last)} ${more}`);
    else {
      last = left;
      if (left !== undefined && text !== undefined) found.set(left, text);
    }
  }
  return found;
}
