/**
 * The first pass of an import: every line is read, validated and rehearsed over the API; nothing is written.
 * Source: docs/reference/redirects.md.
 */

import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { RedirectAttributes } from '../../resources/redirect.ts';
import { readNewRedirect } from '../../resources/redirect.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { type ApiRedirects, batchSize, type StoredRedirect, type Written } from './api-redirects.ts';
import { HostIndex } from './host-index.ts';
import type { LineFormat } from './line.ts';
import { applyLine, sameAttributes } from './merge.ts';
import type { Outcome } from './outcome.ts';
import type { ImportSource, NumberedLine } from './source.ts';

export type Target = {
  readonly redirects: ApiRedirects;
  /** Update redirects that the account has for a host, instead of refusing the line. */
  readonly update: boolean;
  /** Nothing will be written, so that the rehearsal is what warns. */
  readonly dryRun: boolean;
};

type Readable = { readonly line: number; readonly attributes: RedirectAttributes };
type Read = Readable | { readonly line: number; readonly host: string; readonly reason: string };

/** Fills `outcome`; `onLines` hears how many lines are done. */
export async function validateLines(
  source: ImportSource,
  target: Target,
  outcome: Outcome,
  onLines: (count: number) => void,
): Promise<void> {
  const hosts = new HostIndex();
  for await (const lines of source.lines) {
    for (let start = 0; start < lines.length; start += batchSize) {
      const batch = lines.slice(start, start + batchSize);
      const read = batch
        .map((line) => readLine(source.format, line, hosts))
        .filter((one) => one !== undefined);
      await settle(read, source.format, target, outcome);
      onLines(batch.at(-1)?.number ?? 0);
    }
  }
}

function readLine(format: LineFormat, { number, text }: NumberedLine, hosts: HostIndex): Read | undefined {
  const parsed = format.parse(text);
  if (parsed.kind === 'blank') return undefined;
  if (parsed.kind === 'refused') return { line: number, host: parsed.host, reason: parsed.reason };
  const attributes = readAttributes(parsed.body);
  if (typeof attributes === 'string') return { line: number, host: parsed.host, reason: attributes };
  const earlier = hosts.add(attributes.sourceHost, number);
  if (earlier === undefined) return { line: number, attributes };
  const host = attributes.sourceHost;
  const reason = `source_host ${quoteValue(host)} stands on line ${earlier} already; a host has one redirect`;
  return { line: number, host, reason };
}

/** Answers the attributes, or why they are refused. */
function readAttributes(body: RequestBody): RedirectAttributes | string {
  try {
    return readNewRedirect(body);
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Rehearses a batch and files its lines, in their order. */
async function settle(
  batch: readonly Read[],
  format: LineFormat,
  { redirects, update, dryRun }: Target,
  outcome: Outcome,
): Promise<void> {
  const readable = batch.filter((one) => 'attributes' in one);
  const rehearsed = await redirects.create(
    readable.map(({ attributes }) => attributes),
    'rehearse',
  );
  const problemOf = new Map(readable.map((one, place) => [one.line, rehearsed[place]?.problem]));
  const taken = readable.filter(({ line }) => problemOf.get(line)?.code === 'source_host_taken');
  const found = update ? await redirects.findMany(taken.map(({ attributes }) => attributes.sourceHost)) : [];
  const ownOf = new Map(taken.map(({ line }, place) => [line, found[place]]));
  if (dryRun) await warnOfRehearsed(readable, rehearsed, redirects, outcome);
  for (const one of batch) {
    if (!('attributes' in one)) {
      await outcome.refuse(one.line, one.host, one.reason);
      continue;
    }
    const { line, attributes } = one;
    const problem = problemOf.get(line);
    const own = ownOf.get(line);
    if (!problem) await outcome.valid.append({ line, uuid: null, attributes });
    else if (!own) await outcome.refuse(line, attributes.sourceHost, problem.message);
    else await settleOwn(line, attributes, own, format, outcome);
  }
}

async function settleOwn(
  line: number,
  attributes: RedirectAttributes,
  current: StoredRedirect,
  format: LineFormat,
  outcome: Outcome,
): Promise<void> {
  const merged = applyLine(attributes, format.given, current);
  if (typeof merged === 'string') return outcome.refuse(line, attributes.sourceHost, merged);
  if (sameAttributes(merged, current)) outcome.unchanged += 1;
  else await outcome.valid.append({ line, uuid: current.uuid, attributes: merged });
}

/** A list with a problem has no warnings: without what can't be created, it has. */
async function warnOfRehearsed(
  readable: readonly Readable[],
  rehearsed: readonly Written[],
  redirects: ApiRedirects,
  outcome: Outcome,
): Promise<void> {
  const good = readable.filter((_, place) => !rehearsed[place]?.problem);
  const again =
    good.length === readable.length
      ? rehearsed
      : await redirects.create(
          good.map(({ attributes }) => attributes),
          'rehearse',
        );
  await outcome.warn(good, again);
}
