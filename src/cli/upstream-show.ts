/** `nameplate upstream show`, and how upstreams are shown. Source: docs/reference/domains.md ("Upstreams"). */

import type { Command } from 'commander';
import { expiryOf } from '../certificates/upstream-tls.ts';
import type { ControlStore } from '../control/store.ts';
import { formatTimestamp } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { commandName } from '../core/program-files.ts';
import { upstreamToWire } from '../features/upstreams/wire.ts';
import type { Upstream } from '../resources/upstream.ts';
import { defineCommand } from './command.ts';
import { noteErrorPages } from './error-page-options.ts';
import { CliError } from './failures.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { showTime, Table } from './table.ts';

const help = `Usage: nameplate upstream show UUID [--account UUID] [--json]

Shows an upstream. It receives its token in X-Nameplate-Auth-Token with every
request, so that it can tell that the request comes from Nameplate.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the upstream as JSON
  -h, --help      print this help
`;

type Options = { account?: string; json?: true };

export function upstreamShowCommand(): Command {
  return defineCommand('show', help)
    .argument('<uuid>')
    .option('--account <uuid>')
    .option('--json')
    .action(async (target: string, options: Options) => {
      await withStore(async (store) => {
        const accountUuid = await chooseAccount(store, options.account);
        await showUpstream(store, await findUpstream(store, accountUuid, target), 'Upstream:', options);
      });
    });
}

/** Errors: `not_found`. */
export async function findUpstream(
  store: ControlStore,
  accountUuid: string,
  target: string,
): Promise<Upstream> {
  const uuid = parseUuid(target);
  const upstream = uuid === undefined ? undefined : await store.upstreams.find(accountUuid, uuid);
  if (!upstream) throw noUpstream(target);
  return upstream;
}

/**
 * The upstream to work on: the one named, or the only one of the account. Errors: `not_found`; a line that lists the
 * upstreams when there are several.
 */
export async function chooseUpstream(
  store: ControlStore,
  accountUuid: string,
  named: string | undefined,
): Promise<Upstream> {
  if (named !== undefined) return findUpstream(store, accountUuid, named);
  const sort = { field: 'created_at', direction: 'asc' } as const;
  const { upstreams, count } = await store.upstreams.list({ accountUuid, sort, limit: 20, offset: 0 });
  const [first, ...others] = upstreams;
  if (!first) throw new CliError(`there is no upstream yet; make one with "${commandName} upstream create"`);
  if (others.length === 0) return first;
  const shown = upstreams.map(({ uuid, host, port }) => `${uuid} (${host}:${port})`);
  const more = count - shown.length;
  throw new CliError(
    `there are ${count} upstreams; choose one with --upstream: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  );
}

export function noUpstream(target: string): ServiceError {
  return new ServiceError('not_found', `there is no upstream ${quoteValue(target)}`);
}

/** Prints one upstream with its token. */
export async function showUpstream(
  store: ControlStore,
  upstream: Upstream,
  title: string,
  options: { readonly json?: true },
): Promise<void> {
  if (options.json) return printJson(upstreamToWire(upstream));
  note(title);
  const table = new Table([...columns, { title: 'AUTH TOKEN', whole: true }], outputColumns());
  await print(table.format([[...toCells(upstream), upstream.authToken]]));
  const expiresAt = expiryOf(upstream.tlsClientCertificate);
  if (expiresAt !== null)
    note(`Client certificate: expires at ${formatTimestamp(expiresAt)}; its key is stored.`);
  await noteErrorPages(store, { kind: 'upstream', ...upstream }, upstream.maintenance);
}

const columns = [
  { title: 'UUID', whole: true },
  { title: 'HOST' },
  { title: 'PORT', whole: true },
  { title: 'TLS', whole: true },
  { title: 'CREATED', whole: true },
];

/** A table of upstreams; see {@link toCells}. */
export function upstreamTable(): Table {
  return new Table(columns, outputColumns());
}

export function toCells(upstream: Upstream): string[] {
  const { uuid, host, port, tls, createdAt } = upstream;
  return [uuid, host, String(port), tls ? 'yes' : 'no', showTime(createdAt)];
}
