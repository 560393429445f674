/** `nameplate upstream health`. Source: docs/reference/domains.md ("Health now"). */
import type { Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import { HostNames } from '../core/host-names.ts';
import { parseUuid } from '../core/ids.ts';
import { upstreamHealthToWire } from '../features/upstreams/health-wire.ts';
import { upstreamCheckerOf } from '../service/check-upstream.ts';
import { addressPolicyOf } from '../service/upstream-check.ts';
import { defineCommand } from './command.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { Table } from './table.ts';
import { noUpstream } from './upstream-show.ts';

const help = `Usage: nameplate upstream health UUID [--account UUID] [--json]

Sends each target of an upstream its health check now, from this machine, and
shows what each did. Without a health check, any answer to GET / is good. The
exit code is 1 unless all targets are healthy.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the answer of the API
  -h, --help      print this help
`;

type Options = { account?: string; json?: true };

export function upstreamHealthCommand(): Command {
  return defineCommand('health', help)
    .argument('<uuid>')
    .option('--account <uuid>')
    .option('--json')
    .action(checkHealth);
}

async function checkHealth(target: string, options: Options): Promise<void> {
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const uuid = parseUuid(target);
    const upstream = uuid === undefined ? undefined : await store.upstreams.findRoute(accountUuid, uuid);
    if (!upstream) throw noUpstream(target);
    const checkedAt = systemClock.now();
    const found = await upstreamCheckerOf(
      addressPolicyOf(config),
      new HostNames(),
      store.upstreams,
    )(upstream);
    const isHealthy = found.every(({ failure }) => failure === null);
    if (!isHealthy) process.exitCode = 1;
    if (options.json) return printJson(upstreamHealthToWire(checkedAt, found));
    note(isHealthy ? 'All targets are healthy:' : 'Not all targets are healthy:');
    const table = new Table(columns, outputColumns());
    const rows = found.map(({ host, port, status, failure, detail, durationMs }) => [
      host,
      String(port),
      failure === null ? 'yes' : 'no',
      status === null ? '-' : String(status),
      `${Math.round(durationMs)} ms`,
      failure === null ? '-' : [failure, detail].filter((text) => text !== '').join(': '),
    ]);
    await print(table.format(rows));
  });
}

const columns = [
  { title: 'HOST', whole: true },
  { title: 'PORT', whole: true },
  { title: 'HEALTHY', whole: true },
  { title: 'STATUS', whole: true },
  { title: 'TIME', whole: true },
  { title: 'FAILURE', whole: true },
];
