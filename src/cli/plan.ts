/** `nameplate plan`. Source: docs/guides/plans.md. */
import type { Command } from 'commander';
import { planPagePath } from '../features/plans/plan-page.ts';
import { collectBody } from '../resources/request-body.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { note, printJson } from './output.ts';
import { readPlanFiles } from './plan-files.ts';
import { changesAnything, namingProblems, printPlan, type WirePlan } from './plan-output.ts';

const changesExitCode = 3;

const help = `Usage: nameplate plan FILE... [--prune] [--account UUID] [--json]

Shows what applying configuration files would create, change and delete.
Nothing is changed. The files are YAML or JSON; "-" is standard input.

Options:
  --prune         delete what the lists of the files don't have
  --account UUID  account to compare with; may be left out when there is one
  --json          print the plan as JSON
  -h, --help      print this help

Exit codes: 0 nothing would change, 3 something would, 1 failure, 2 wrong usage.
`;

type Options = { prune?: true; account?: string; json?: true };

export function planCommand(): Command {
  return defineCommand('plan', help)
    .argument('<file...>')
    .option('--prune')
    .option('--account <uuid>')
    .option('--json')
    .action(plan);
}

async function plan(paths: readonly string[], options: Options): Promise<void> {
  const { document } = await readPlanFiles(paths);
  await withApi(async (api) => {
    const made = await makePlan(api, await api.accountPath(options.account), document, options.prune);
    await (options.json ? printJson(made) : printPlan(made));
    if (!changesAnything(made)) return;
    process.exitCode = changesExitCode;
    if (!options.json) note(`Review and approve it at ${api.pageAddress(planPagePath(made.uuid))}`);
  });
}

export function makePlan(
  api: ApiClient,
  accountPath: string,
  document: Readonly<Record<string, unknown>>,
  prune: true | undefined,
): Promise<WirePlan> {
  const path = `${accountPath}/plans${prune ? '?prune=true' : ''}`;
  return namingProblems(() => api.post<WirePlan>(path, collectBody('json', Object.entries(document))));
}
