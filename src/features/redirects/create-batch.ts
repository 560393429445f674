/** Reads a list of new redirects and creates all of them or none. Source: docs/reference/redirects.md ("Many at once"). */
import { ServiceError } from '../../core/errors.ts';
import { type BatchProblem, batchRefused, batchResource, readBatch } from '../../resources/batch.ts';
import { readOptional, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import {
  type Redirect,
  type RedirectAttributes,
  readNewRedirect,
  redirectResource,
} from '../../resources/redirect.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { type Redirects, sourceHostTaken } from './redirect-store.ts';

type RedirectBatch = {
  /** In the order of the list; those of a dry run are not kept. */
  readonly redirects: readonly Redirect[];
  readonly dryRun: boolean;
};

/**
 * `refuseHost` throws for hosts that callers can't have. Errors: `parameter_unknown`, `dry_run_invalid`, `redirects_invalid`, which
 * names every wrong one, `limit_reached`.
 */
export async function createRedirectBatch(
  store: Redirects,
  accountUuid: string,
  body: RequestBody,
  refuseHost: (host: string) => void,
): Promise<RedirectBatch> {
  refuseUnknownAttributes(body, ['redirects', ...batchResource.names]);
  const batch = await readBatch(body, 'redirects', redirectResource.names, (item) => {
    const attributes = readNewRedirect(item);
    refuseHost(attributes.sourceHost);
    return attributes;
  });
  const dryRun = readOptional(body, batchResource.attributes.dry_run) ?? false;
  const list = batch.lines.map((line) => line.attributes);
  const refuse = async () => {
    const taken = await findTaken(store, accountUuid, list);
    if (batch.problems.length + taken.length > 0) throw batchRefused('redirects', batch, taken);
  };
  await refuse();
  try {
    const redirects = await store.createMany(accountUuid, list, dryRun ? 'rehearse' : 'transaction');
    return { redirects, dryRun };
  } catch (error) {
    // Taken since it was looked up.
    if (error instanceof ServiceError && error.code === 'source_host_taken') await refuse();
    throw error;
  }
}

/** Those of a list that can't be created now because of their hosts, by their places in it. */
async function findTaken(
  store: Redirects,
  accountUuid: string,
  list: readonly RedirectAttributes[],
): Promise<BatchProblem[]> {
  const hosts = list.map(({ sourceHost }) => sourceHost);
  const taken = await store.takenHosts(accountUuid, hosts);
  const seen = new Set<string>();
  const problems: BatchProblem[] = [];
  for (const [index, host] of hosts.entries()) {
    const by = taken.get(host) ?? (seen.has(host) ? 'earlier' : undefined);
    if (by) problems.push({ index, error: sourceHostTaken(accountUuid, host, by) });
    seen.add(host);
  }
  return problems;
}
