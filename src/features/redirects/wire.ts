/** Redirects on the wire. Source: docs/reference/redirects.md ("Attributes"). */
import type { TObject } from '@sinclair/typebox';
import { resourceBodySchemas } from '../../api/schemas/resource.ts';
import type { ControlStore } from '../../control/store.ts';
import { type ResourceSchemas, schemasOf } from '../../kernel/resource-words.ts';
import { type Redirect, redirectBatchResource, redirectResource } from '../../resources/redirect.ts';
import { toWire } from '../../resources/resource.ts';
import { readAttention } from '../attention/verdict.ts';
import { verdictSchema } from '../attention/wire.ts';

export const redirectSchemas: ResourceSchemas = schemasOf(redirectResource, { verdict: verdictSchema });
export const redirectBatchOptions: TObject['properties'] =
  resourceBodySchemas(redirectBatchResource).update.properties;

/** Redirects of one account. */
export async function redirectsToWire(
  store: Pick<ControlStore, 'database' | 'clock'>,
  redirects: readonly Redirect[],
): Promise<Record<string, unknown>[]> {
  const judged = redirects.map(({ sourceHost: host }) => ({ host }));
  const attention = await readAttention(store, redirects[0]?.accountUuid ?? '', judged);
  return redirects.map((redirect, place) =>
    toWire(redirectResource, redirect, { verdict: attention[place]?.verdict }),
  );
}
