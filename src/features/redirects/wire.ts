/** Redirects on the wire. Source: docs/reference/redirects.md ("Attributes"). */
import { Type } from '@sinclair/typebox';
import { together } from '../../control/pipelining.ts';
import { findCircles } from '../../control/redirect-circles.ts';
import type { ControlStore } from '../../control/store.ts';
import { type ResourceSchemas, schemasOf } from '../../kernel/resource-words.ts';
import { type Redirect, redirectResource } from '../../resources/redirect.ts';
import { toWire } from '../../resources/resource.ts';
import { readAttention } from '../attention/verdict.ts';
import { attentionSchemas } from '../attention/wire.ts';

const schemas = schemasOf(redirectResource, attentionSchemas);
const answer = Type.Object(
  {
    ...schemas.answer.properties,
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        readOnly: true,
        description:
          'What it may not do as meant. Only in answers that create or change it, and only if there is any.',
        examples: [
          ['leads in a circle: https://go.example.com/ is redirected to https://www.example.com/, and so on'],
        ],
      }),
    ),
  },
  { $id: redirectResource.name },
);
export const redirectSchemas: ResourceSchemas = { ...schemas, answer, created: answer };

/** Redirects of one account. */
export async function redirectsToWire(
  store: Pick<ControlStore, 'database' | 'clock'>,
  redirects: readonly Redirect[],
): Promise<Record<string, unknown>[]> {
  const judged = redirects.map(({ sourceHost: host }) => ({ host }));
  const attention = await readAttention(store, redirects[0]?.accountUuid ?? '', judged);
  return redirects.map((redirect, place) => toWire(redirectResource, redirect, { ...attention[place] }));
}

/** The same, just created or changed, with what to warn of. */
export async function writtenRedirectsToWire(
  store: Pick<ControlStore, 'database' | 'clock'>,
  redirects: readonly Redirect[],
): Promise<Record<string, unknown>[]> {
  const { database, clock } = store;
  const [circles, wires] = await together([
    findCircles(database, redirects[0]?.accountUuid ?? '', redirects, clock.now()),
    redirectsToWire(store, redirects),
  ]);
  for (const [place, wire] of wires.entries()) {
    const circle = circles[place];
    if (circle !== undefined) wire['warnings'] = [circle];
  }
  return wires;
}
