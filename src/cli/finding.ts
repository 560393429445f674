/** `nameplate finding`. Source: docs/reference/findings.md. */
import type { Command } from 'commander';
import { formatTimestamp, systemClock } from '../core/clock.ts';
import { findingSortFields } from '../features/attention/finding-list.ts';
import { collectBody } from '../resources/request-body.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { readExpiry } from './expiry.ts';
import { note, print, printJson } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import { type ItemOptions, itemCommand, itemIn } from './resource-commands.ts';
import { showTime } from './table.ts';
import { oneLine } from './terminal-text.ts';

const groupHelp = `Usage: nameplate finding list | show | mute | unmute

A finding says what is wrong with a domain, a redirect, an upstream or the
installation, why, and how to fix it.

Commands:
  list        list findings, worst first
  show        show a finding
  mute        mute a finding for some time
  unmute      open a muted finding again

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate finding list [OPTIONS]

Lists an account's findings, worst first; open ones by default. On a terminal
long cells are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ['--state STATE', 'open, resolved or muted (default: open)'],
  ['--kind KIND', 'only those of this kind, such as dns_lost'],
  ['--severity SEVERITY', 'only critical, warning or notice'],
  ['--host HOST', 'only those about this host'],
  ['--external-id ID', 'only those about custom domains with this external id'],
  ...listHelp('findings', findingSortFields, '-severity'),
])}
`;

const showHelp = `Usage: nameplate finding show UUID [--account UUID] [--json]

Shows a finding: what is wrong, why, and how to fix it.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the finding as JSON
  -h, --help      print this help
`;

const muteHelp = `Usage: nameplate finding mute UUID --until WHEN [--account UUID] [--json]

Mutes a finding: until then it doesn't count for verdicts, and it is resolved
without an event.

Options:
  --until WHEN    7d, 12h, a date or an instant, at most 90 days away
  --account UUID  account that owns it; may be left out when there is one
  --json          print the finding as JSON
  -h, --help      print this help
`;

const unmuteHelp = `Usage: nameplate finding unmute UUID [--account UUID] [--json]

Opens a muted finding again, without an event.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the finding as JSON
  -h, --help      print this help
`;

type Finding = {
  readonly uuid: string;
  readonly kind: string;
  readonly severity: string;
  readonly state: string;
  readonly subject: { readonly type: string; readonly uuid: string | null; readonly host: string | null };
  readonly evidence: object;
  readonly summary: string;
  readonly cause: string;
  readonly cause_code: string;
  readonly fix: string;
  readonly opened_at: string;
  readonly last_seen_at: string;
  readonly resolved_at: string | null;
  readonly muted_until: string | null;
};
type ListFilters = ListOptions & {
  readonly account?: string;
  readonly state?: string;
  readonly kind?: string;
  readonly severity?: string;
  readonly host?: string;
  readonly externalId?: string;
};

const find = itemIn('findings');

export function findingCommand(): Command {
  const list = defineCommand('list', listHelpText)
    .option('--account <uuid>')
    .option('--state <state>')
    .option('--kind <kind>')
    .option('--severity <severity>')
    .option('--host <host>')
    .option('--external-id <id>');
  return defineGroup('finding', groupHelp, [
    withListOptions(list).action(listFindings),
    itemCommand('show', showHelp, '<uuid>', async (api, accountPath, target, options) => {
      const finding = await api.get<Finding>(await find(api, accountPath, target));
      await showFinding(finding, 'Finding:', options);
    }),
    itemCommand<ItemOptions & { readonly until: string }>(
      'mute',
      muteHelp,
      '<uuid>',
      async (api, accountPath, target, options) => {
        const until = formatTimestamp(readExpiry(options.until, systemClock.now(), '--until'));
        const path = `${await find(api, accountPath, target)}/mute`;
        const finding = await api.post<Finding>(path, collectBody('json', [['until', until]]));
        await showFinding(finding, 'Muted the finding:', options);
      },
    ).requiredOption('--until <when>'),
    itemCommand('unmute', unmuteHelp, '<uuid>', async (api, accountPath, target, options) => {
      const finding = await api.delete<Finding>(`${await find(api, accountPath, target)}/mute`);
      await showFinding(finding, 'Unmuted the finding:', options);
    }),
  ]);
}

async function listFindings(options: ListFilters): Promise<void> {
  const { state, kind, severity, host, externalId: external_id, ...others } = options;
  await printListOf<Finding>(
    {
      noun: 'finding',
      path: '/findings',
      filters: { state, kind, severity, host, external_id },
      columns: [
        { title: 'UUID', whole: true },
        { title: 'SEVERITY', whole: true },
        { title: 'KIND', whole: true },
        { title: 'SUMMARY' },
        { title: 'OPENED', whole: true },
      ],
      toCells: (finding) => [
        finding.uuid,
        finding.severity,
        finding.kind,
        finding.summary,
        showTime(finding.opened_at),
      ],
    },
    others,
  );
}

function showFinding(finding: Finding, title: string, { json }: ItemOptions): Promise<void> {
  if (json) return printJson(finding);
  note(title);
  const rows: readonly (readonly [string, string])[] = [
    ['UUID', finding.uuid],
    ['Kind', finding.kind],
    ['Severity', finding.severity],
    ['State', finding.state],
    ['Subject', [finding.subject.type, finding.subject.host ?? ''].join(' ').trim()],
    ['Subject UUID', finding.subject.uuid ?? '-'],
    ['Summary', finding.summary],
    ['Cause', finding.cause],
    ['Cause code', finding.cause_code],
    ['Fix', finding.fix],
    ['Evidence', JSON.stringify(finding.evidence)],
    ['Opened', finding.opened_at],
    ['Last seen', finding.last_seen_at],
    ['Resolved', finding.resolved_at ?? '-'],
    ['Muted until', finding.muted_until ?? '-'],
  ];
  return print(rows.map(([name, value]) => `${name.padEnd(12)}  ${oneLine(value)}\n`).join(''));
}
