/**
 * The first pass of an import: every line is read, validated and checked against the store; nothing is written.
 * Source: docs/reference/redirects.md.
 */

import { type HostUse, sourceHostTaken } from '../../control/redirects.ts';
import type { ControlStore } from '../../control/store.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { Redirect, RedirectAttributes } from '../../resources/redirect.ts';
import { readNewRedirect } from '../../resources/redirect.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { HostIndex } from './host-index.ts';
import type { LineFormat } from './line.ts';
import { applyLine, sameAttributes } from './merge.ts';
import type { Outcome } from './outcome.ts';
import type { ImportSource, NumberedLine } from './source.ts';

export type Target = {
  readonly store: ControlStore;
  readonly accountUuid: string;
  /** Update redirects that the account has for a host, instead of refusing the line. */
  readonly update: boolean;
};

/** Lines whose hosts are looked up together. */
const batchSize = 500;

type Read =
  | { readonly line: number; readonly attributes: RedirectAttributes }
  | { readonly line: number; readonly host: string; readonly reason: string };

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

/** Looks up the hosts of a batch and files its lines, in their order. */
async function settle(
  batch: readonly Read[],
  format: LineFormat,
  target: Target,
  outcome: Outcome,
): Promise<void> {
  const hosts = batch.flatMap((one) => ('attributes' in one ? [one.attributes.sourceHost] : []));
  const taken = await target.store.redirects.takenHosts(target.accountUuid, hosts);
  for (const one of batch) {
    const takenBy = 'attributes' in one ? taken.get(one.attributes.sourceHost) : undefined;
    if (!('attributes' in one)) {
      await outcome.refuse(one.line, one.host, one.reason);
    } else if (takenBy) {
      await settleTaken(one.line, one.attributes, takenBy, format, target, outcome);
    } else {
      await outcome.valid.append({ line: one.line, uuid: null, attributes: one.attributes });
    }
  }
}

async function settleTaken(
  line: number,
  attributes: RedirectAttributes,
  takenBy: HostUse,
  format: LineFormat,
  target: Target,
  outcome: Outcome,
): Promise<void> {
  const host = attributes.sourceHost;
  const current = target.update && takenBy === 'redirect' ? await findOwn(target, host) : undefined;
  if (!current) return outcome.refuse(line, host, sourceHostTaken(target.accountUuid, host, takenBy).message);
  const merged = applyLine(attributes, format.given, current);
  if (typeof merged === 'string') return outcome.refuse(line, host, merged);
  if (sameAttributes(merged, current)) outcome.unchanged += 1;
  else await outcome.valid.append({ line, uuid: current.uuid, attributes });
}

/** The redirect that the account itself has for a host. */
export async function findOwn({ store, accountUuid }: Target, host: string): Promise<Redirect | undefined> {
  const uuid = await store.redirects.uuidOfHost(host);
  return uuid === undefined ? undefined : store.redirects.find(accountUuid, uuid);
}
