/** Reads a list of new custom domains and creates all of them or none. Source: docs/reference/domains.md ("Many at once"). */

import type { ApiParts } from '../../api/parts.ts';
import { minuteMs } from '../../core/time.ts';
import { batchRefused, batchResource, readBatch } from '../../resources/batch.ts';
import { customDomainBatchResource, customDomainResource } from '../../resources/custom-domain.ts';
import { readOptional, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { readNewCustomDomain } from '../../resources/read-custom-domain.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import type { CustomDomain, CustomDomains } from './custom-domain-store.ts';
import { customDomainTlsChecks } from './tls-checks.ts';

/** Within which certificates that follow are imported or uploaded. */
const orderLaterMs = 10 * minuteMs;

type DomainBatch = {
  /** In the order of the list; those of a dry run are not kept. */
  readonly created: readonly CustomDomain[];
  readonly dryRun: boolean;
};

/**
 * Undefined when the account has no such upstream. Errors: `parameter_unknown`, `dry_run_invalid`, `certificates_follow_invalid`, `custom_domains_invalid`, which
 * names every wrong one.
 */
export async function createCustomDomainBatch(
  customDomains: CustomDomains,
  { accountUuid, upstreamUuid }: { readonly accountUuid: string; readonly upstreamUuid: string },
  body: RequestBody,
  { dns: own, tlsMinVersion, clock }: Pick<ApiParts, 'dns' | 'tlsMinVersion' | 'clock'>,
): Promise<DomainBatch | undefined> {
  refuseUnknownAttributes(body, [
    'custom_domains',
    ...batchResource.names,
    ...customDomainBatchResource.names,
  ]);
  const batch = await readBatch(body, 'custom_domains', customDomainResource.names, (item) =>
    readNewCustomDomain(item, own, customDomainTlsChecks(tlsMinVersion)),
  );
  const dryRun = readOptional(body, batchResource.attributes.dry_run) ?? false;
  const isLater = readOptional(body, customDomainBatchResource.attributes.certificates_follow) ?? false;
  const orderFrom = isLater ? clock.now() + orderLaterMs : undefined;
  const as = dryRun ? 'rehearse' : 'transaction';
  const attributes = batch.lines.map((line) => line.attributes);
  const outcome =
    batch.problems.length > 0
      ? { taken: await customDomains.findTaken(accountUuid, attributes) }
      : await customDomains.createMany(accountUuid, upstreamUuid, attributes, { as, orderFrom });
  if (!outcome) return undefined;
  if (!('taken' in outcome)) return { created: outcome.created, dryRun };
  throw batchRefused('custom_domains', batch, outcome.taken);
}
