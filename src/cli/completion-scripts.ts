/** Completion for three shells, as scripts that need nothing of the program. Source: docs/guides/install.md ("Completion"). */
import type { CommandRow, OptionRow } from './command-rows.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell, rows: readonly CommandRow[]): string {
  return { bash, zsh, fish }[shell](rows);
}

function bash(rows: readonly CommandRow[]): string {
  const cases = rows.map(({ path, commands, options }) => {
    const words = [...commands, ...options.map(({ flag }) => flag)].join(' ');
    return `    ${quote(path.join(' '))}) words=${quote(words)} ;;`;
  });
  const values = valueCases(rows, (choices) => `words=${quote(choices.join(' '))}; chosen=1`);
  return `# bash completion for nameplate: source it, or put it into /usr/share/bash-completion/completions/nameplate
_nameplate() {
  local current=\${COMP_WORDS[COMP_CWORD]} at command='' words='' chosen='' word
${walk(rows, 'command', ['COMP_WORDS', '1', 'COMP_CWORD'])}
  case "$command" in
${cases.join('\n')}
  esac
  case "$command \${COMP_WORDS[COMP_CWORD - 1]}" in
${values}
  esac
  if [[ -z $chosen && $current != -* ]]; then
    # Options only when they are asked for; a command without commands takes files.
    words=$(for word in $words; do [[ $word == -* ]] || echo "$word"; done)
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _nameplate nameplate ./nameplate
`;
}

function zsh(rows: readonly CommandRow[]): string {
  const cases = rows.map(({ path, commands, options }) => {
    const named = commands.map((name) => describe(name, summaryOf(rows, [...path, name])));
    const flags = options.map(({ flag, summary }) => describe(flag, summary));
    return `    ${quote(path.join(' '))}) commands=(${named.join(' ')}); options=(${flags.join(' ')}) ;;`;
  });
  const values = valueCases(rows, (choices) => `compadd -- ${choices.map(quote).join(' ')}; return`);
  return `#compdef nameplate
# zsh completion for nameplate: put it into a directory of $fpath as _nameplate
_nameplate() {
  local at command='' word
  local -a commands options
${walk(rows, 'command', ['words', '2', 'CURRENT'])}
  case "$command \${words[CURRENT - 1]}" in
${values}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( \${#commands} )); then
    _describe command commands
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _nameplate ]]; then _nameplate "$@"; else compdef _nameplate nameplate; fi
`;
}

function fish(rows: readonly CommandRow[]): string {
  const lines = rows.flatMap(({ path, commands, options }) => {
    const [group = '', name = ''] = path;
    const siblings = rows.find((row) => row.path.length === 1 && row.path[0] === group)?.commands ?? [];
    const condition =
      name !== ''
        ? `__fish_seen_subcommand_from ${group}; and __fish_seen_subcommand_from ${name}`
        : group === ''
          ? '__fish_use_subcommand'
          : siblings.length === 0
            ? `__fish_seen_subcommand_from ${group}`
            : `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${siblings.join(' ')}`;
    const start = `complete -c nameplate -n ${quote(condition)}`;
    return [
      ...commands.map((each) => `${start} -f -a ${each} -d ${quote(summaryOf(rows, [...path, each]))}`),
      ...options.map((option) => `${start} ${fishOption(option)}`),
    ];
  });
  return `# fish completion for nameplate: put it into ~/.config/fish/completions/nameplate.fish
${lines.join('\n')}
`;
}

function fishOption({ flag, value, choices, summary }: OptionRow): string {
  const takes = value === undefined ? '' : choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -r';
  return `-l ${flag.slice(2)}${takes} -d ${quote(summary)}`;
}

/** Finds the command: the words that lead to one, whatever stands between them. */
function walk(rows: readonly CommandRow[], variable: string, [array, first, end]: readonly string[]): string {
  const known = rows.filter(({ path }) => path.length > 0).map(({ path }) => quote(path.join(' ')));
  return `  for ((at = ${first}; at < ${end}; at++)); do
    word="\${${variable}:+$${variable} }\${${array}[at]}"
    case "$word" in
    ${known.join('|')}) ${variable}=$word ;;
    esac
  done`;
}

function valueCases(rows: readonly CommandRow[], act: (choices: readonly string[]) => string): string {
  return rows
    .flatMap(({ path, options }) =>
      options
        .filter(({ choices }) => choices.length > 0)
        .map(({ flag, choices }) => `    ${quote([...path, flag].join(' '))}) ${act(choices)} ;;`),
    )
    .join('\n');
}

function summaryOf(rows: readonly CommandRow[], path: readonly string[]): string {
  return rows.find((row) => row.path.join(' ') === path.join(' '))?.summary ?? '';
}

function describe(name: string, summary: string): string {
  return quote(`${name}:${summary.replaceAll(':', '\\:')}`);
}

/** One word of any of the shells, which differ in how an apostrophe is escaped: it becomes a typographic one. */
function quote(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
