/** packaging/nameplate.1, the manual page, from the help texts. Source: man-pages(7). */
import type { CommandRow } from './command-rows.ts';

/** Renders the page in the man macros. */
export function manPage(rows: readonly CommandRow[]): string {
  const [program, ...commands] = rows;
  return `.\\" Generated from the help texts in src/cli by "npm run docs". Do not edit.
.TH NAMEPLATE 1
.SH NAME
nameplate \\- self-hosted custom domains: TLS, redirects, proxying and analytics
.SH SYNOPSIS
.B nameplate
.I COMMAND
.SH DESCRIPTION
${verbatim(program?.help ?? '')}
.SH COMMANDS
${commands.map(({ path, help }) => `.SS nameplate ${escape(path.join(' '))}\n${verbatim(help)}`).join('\n')}
`;
}

function verbatim(help: string): string {
  const lines = help.trimEnd().split('\n').map(escape);
  return `.nf\n${lines.join('\n')}\n.fi`;
}

/** A dash that can be copied, and no line that looks like a request. */
function escape(line: string): string {
  const text = line.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(text) ? `\\&${text}` : text;
}
