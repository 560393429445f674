/** `nameplate diagnose`. Source: docs/reference/diagnosis.md. */
import type { Command } from 'commander';
import { emptyBody } from '../resources/request-body.ts';
import type { ApiClient } from './api-client.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { itemCommand } from './resource-commands.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate diagnose HOST [--account UUID] [--json]

Finds out what is wrong with a host: tries what a visitor and a certificate
authority need, from DNS to the upstream, within 12 s. Of a host that the
account doesn't have, it says what the public sees. The exit code is 1 unless
the host is healthy.

Options:
  --account UUID  account to ask for; may be left out when there is one
  --json          print the answer of the API
  -h, --help      print this help
`;

type Diagnosis = {
  readonly host: string;
  readonly verdict: 'healthy' | 'broken' | 'unknown';
  readonly cause: string | null;
  readonly cause_code: string | null;
  readonly fix: string | null;
  readonly steps: readonly {
    readonly step: string;
    readonly state: string;
    readonly detail: string;
    readonly seconds: number;
  }[];
};

const columns = [
  { title: 'STEP', whole: true },
  { title: 'STATE', whole: true },
  { title: 'TIME', whole: true },
  { title: 'DETAIL' },
];
const verdicts = {
  healthy: 'is healthy',
  broken: 'is broken',
  unknown: 'may be healthy, but not all of it is known',
};

export function diagnoseCommand(): Command {
  return itemCommand('diagnose', help, '<host>', diagnose);
}

async function diagnose(
  api: ApiClient,
  accountPath: string,
  host: string,
  options: { readonly json?: true },
): Promise<void> {
  const path = `${accountPath}/hosts/${encodeURIComponent(host)}/diagnose`;
  const found = await api.post<Diagnosis>(path, emptyBody);
  if (found.verdict !== 'healthy') process.exitCode = 1;
  if (options.json) return printJson(found);
  note(`${found.host} ${verdicts[found.verdict]}.`);
  if (found.cause !== null) note(`Cause: ${found.cause} (${found.cause_code})`);
  if (found.fix !== null) note(`Fix: ${found.fix}`);
  const rows = found.steps.map(({ step, state, detail, seconds }) => [
    step,
    state,
    `${Math.round(seconds * 1_000)} ms`,
    detail,
  ]);
  return print(new Table(columns, outputColumns()).format(rows));
}
