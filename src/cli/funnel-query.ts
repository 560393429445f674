/** `nameplate funnel query`. Source: docs/reference/funnels.md ("Saved funnels"). */
import type { Command } from 'commander';
import { collectBody } from '../resources/request-body.ts';
import { findDomain, funnelsPath } from './find-domain.ts';
import { outputColumns, print, printJson } from './output.ts';
import { type QuestionOptions, readQuestion, withQuestionOptions } from './question-options.ts';
import { type ItemOptions, itemCommand } from './resource-commands.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate funnel query UUID --domain UUID_OR_HOST [OPTIONS]

Asks the running service how many visitors take the steps of a saved funnel in
order.

Options:
  --domain UUID_OR_HOST  custom domain of the funnel; required
  --dimension NAME       also by its value at the first step, such as
                         visit:source
  --range RANGE          day, month, year, 7d, 30d, 6mo, all, or two dates or
                         instants: 2026-11-01,2026-11-22 (default: 30d)
  --timezone ZONE        such as Europe/Berlin (default: that of the domain)
  --filter FILTER        "OPERATOR DIMENSION VALUES", such as
                         "is visit:country DE,AT", or a filter as JSON; may be
                         given several times, and all must hold
  --compare MODE         previous_period or year_over_year: the earlier visitors
                         and the change in percent beside each step
  --account UUID         account that owns it; may be left out when there is one
  --json                 print the answer as JSON
  -h, --help             print this help
`;

type Options = ItemOptions & QuestionOptions & { readonly domain: string; readonly dimension?: string };

type Step = {
  readonly label: string;
  readonly visitors: number;
  readonly rate: number;
  readonly step_rate: number;
  readonly comparison?: { readonly visitors: number; readonly change: { readonly visitors: number | null } };
};
type Answer = {
  readonly steps: readonly Step[];
  readonly breakdown: readonly { readonly dimensions: readonly string[]; readonly steps: readonly Step[] }[];
};

export function queryFunnelCommand(): Command {
  const command = itemCommand<Options>(
    'query',
    help,
    '<uuid>',
    async (api, accountPath, target, { domain: named, dimension, timezone, json, ...options }) => {
      const question = readQuestion(options);
      const domain = await findDomain(api, accountPath, named);
      const asked = {
        ...question,
        timezone: timezone ?? domain.time_zone,
        ...(dimension === undefined ? {} : { dimension }),
      };
      const path = `${funnelsPath(domain)}/${encodeURIComponent(target)}`;
      const answer = await api.post<Answer>(path, collectBody('json', Object.entries(asked)));
      await (json ? printJson(answer) : printAnswer(answer, dimension));
    },
  );
  return withQuestionOptions(command).option('--dimension <name>');
}

async function printAnswer({ steps, breakdown }: Answer, dimension = ''): Promise<void> {
  const isCompared = steps.some(({ comparison }) => comparison !== undefined);
  const titles = ['VISITORS', 'RATE %', 'STEP RATE %', ...(isCompared ? ['BEFORE', 'CHANGE %'] : [])];
  const columns = [{ title: 'STEP' }, ...titles.map((title) => ({ title, whole: true }))];
  await print(new Table(columns, outputColumns()).format(steps.map(toCells)));
  if (breakdown.length === 0) return;
  const rows = breakdown.flatMap(({ dimensions, steps: taken }) =>
    taken.map((step) => [...dimensions, ...toCells(step)]),
  );
  const byValue = new Table([{ title: dimension.toUpperCase() }, ...columns], outputColumns());
  await print(`\n${byValue.format(rows)}`);
}

function toCells({ label, visitors, rate, step_rate: stepRate, comparison }: Step): string[] {
  const compared = comparison ? [comparison.visitors, comparison.change.visitors ?? '-'] : [];
  return [label, visitors, rate, stepRate, ...compared].map(String);
}
