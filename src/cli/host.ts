/** `nameplate host`. Source: docs/reference/hosts.md. */
import { type Command, Option } from 'commander';
import { reachableStates, verdictStates } from '../core/finding.ts';
import { hostSortFields } from '../features/hosts/schemas.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import { showTime } from './table.ts';

const groupHelp = `Usage: nameplate host list

A host is a name that visitors ask for, with a custom domain, a redirect or
rules.

Commands:
  list        list hosts, and what each has

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate host list [OPTIONS]

Lists the hosts of an account, and what each has: a custom domain, a redirect,
rules. On a terminal long cells are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ['--query TEXT', 'only hosts that contain this text'],
  ['--has-rules', 'only hosts that have rules'],
  ['--no-rules', 'only hosts that have none'],
  ['--verdict STATE', `only those with this verdict: ${verdictStates.join(', ')}`],
  ['--reachable HOW', `only those that requests reach this way: ${reachableStates.join(', ')}`],
  ...listHelp('hosts', hostSortFields, 'host'),
])}
`;

type Host = {
  readonly host: string;
  readonly custom_domain_uuid: string | null;
  readonly redirect_uuid: string | null;
  readonly rules: number;
  readonly updated_at: string;
};
type Options = ListOptions & {
  account?: string;
  query?: string;
  hasRules?: true;
  rules: boolean;
  verdict?: string;
  reachable?: string;
};

export function hostCommand(): Command {
  const list = defineCommand('list', listHelpText)
    .option('--account <uuid>')
    .option('--query <text>')
    .addOption(new Option('--has-rules').conflicts('rules'))
    .option('--no-rules')
    .option('--verdict <state>')
    .option('--reachable <how>');
  return defineGroup('host', groupHelp, [withListOptions(list).action(listHosts)]);
}

async function listHosts({ query, hasRules, rules, verdict, reachable, ...options }: Options): Promise<void> {
  await printListOf<Host>(
    {
      noun: 'host',
      path: '/hosts',
      filters: { query, has_rules: rules ? hasRules : false, verdict, reachable },
      columns: [
        { title: 'HOST' },
        { title: 'DOMAIN', whole: true },
        { title: 'REDIRECT', whole: true },
        { title: 'RULES', whole: true },
        { title: 'UPDATED', whole: true },
      ],
      toCells,
    },
    options,
  );
}

function toCells(host: Host): string[] {
  return [
    host.host,
    yes(host.custom_domain_uuid),
    yes(host.redirect_uuid),
    host.rules === 0 ? '-' : String(host.rules),
    showTime(host.updated_at),
  ];
}

function yes(uuid: string | null): string {
  return uuid === null ? '-' : 'yes';
}
