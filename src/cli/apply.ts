/** `nameplate apply`. Source: docs/guides/plans.md. */
import type { Command } from 'commander';
import { collectBody } from '../resources/request-body.ts';
import { withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { UsageError } from './failures.ts';
import { note, printJson, printLine } from './output.ts';
import { makePlan } from './plan.ts';
import { readPlanFiles } from './plan-files.ts';
import { changesAnything, namingProblems, printPlan, type WirePlan } from './plan-output.ts';

const help = `Usage: nameplate apply FILE... [--prune] [--set-secrets] [--yes]
                       [--account UUID] [--json]
       nameplate apply --plan UUID [FILE...] [--set-secrets] [--yes]
                       [--account UUID] [--json]

Applies configuration files to an account, entirely or not at all. With --plan,
applies an earlier plan; files then only supply its secrets. Generated secrets
are printed once.

Options:
  --plan UUID     apply this plan
  --prune         delete what the lists of the files don't have
  --set-secrets   write all secrets of the files, even if they may be the same;
                  by default, existing secrets are left as they are
${yesHelp}
  --account UUID  account to change; may be left out when there is one
  --json          print the answer as JSON
  -h, --help      print this help
`;

type Options = {
  plan?: string;
  prune?: true;
  setSecrets?: true;
  yes?: true;
  account?: string;
  json?: true;
};
type Applied = {
  readonly secrets: readonly {
    readonly kind: string;
    readonly key: string;
    readonly name: string;
    readonly value: string;
  }[];
};

export function applyCommand(): Command {
  return defineCommand('apply', help)
    .argument('[file...]')
    .option('--plan <uuid>')
    .option('--prune')
    .option('--set-secrets')
    .option('--yes')
    .option('--account <uuid>')
    .option('--json')
    .action(apply);
}

async function apply(paths: readonly string[], options: Options): Promise<void> {
  if (options.plan === undefined && paths.length === 0)
    throw new UsageError('name configuration files, or a plan with --plan');
  if (options.plan !== undefined && options.prune)
    throw new UsageError('--plan and --prune exclude each other');
  const { document, secrets } = await readPlanFiles(paths);
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const plan =
      options.plan === undefined
        ? await makePlan(api, accountPath, document, options.prune)
        : await api.get<WirePlan>(`${accountPath}/plans/${encodeURIComponent(options.plan)}`);
    if (!options.json) await printPlan(plan);
    const written = plan.secrets.filter(({ required }) => required || options.setSecrets);
    if (!changesAnything(plan) && written.length === 0) return options.json ? printJson(plan) : undefined;
    await confirm(questionOf(plan, written.length), options);
    const given = written.flatMap(({ name }) => {
      const value = secrets.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const body = collectBody('json', [['secrets', Object.fromEntries(given)]]);
    const applied = await namingProblems(() =>
      api.post<Applied>(`${accountPath}/plans/${plan.uuid}/apply`, body),
    );
    if (options.json) return printJson(applied);
    note('Applied.');
    for (const { kind, key, name, value } of applied.secrets)
      await printLine(`${kind} ${key} ${name} ${value}`);
  });
}

function questionOf({ summary }: WirePlan, secretCount: number): string {
  const { creates, changes, deletes } = summary;
  const secrets =
    secretCount === 0 ? '' : `, and write ${secretCount === 1 ? '1 secret' : `${secretCount} secrets`}`;
  return `Create ${creates}, change ${changes} and delete ${deletes}${secrets}?`;
}
