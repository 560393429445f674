/** Puts lists of requests together, as the API orders them. Source: docs/reference/request-list.md ("Following"). */
import type { components } from '../../../../client/src/openapi.ts';

export type ListedRequest = components['schemas']['ListedRequest'];

/** Each request once, the newest first. Times are all of one form and in UTC, so their texts sort. */
export function mergeRequests(...lists: readonly (readonly ListedRequest[])[]): ListedRequest[] {
  const byId = new Map<string, ListedRequest>();
  for (const list of lists) for (const request of list) byId.set(request.id, request);
  return [...byId.values()].toSorted(newestFirst);
}

/** Requests that end late, or that another machine stores late, are older than some that are listed already. */
const lateMs = 60_000;

/** Since when to ask for those that may be missing. */
export function followSince(newest: ListedRequest | undefined, nowMs: number): string {
  const from = newest === undefined ? nowMs : Math.min(nowMs, Date.parse(newest.time));
  return new Date(from - lateMs).toISOString();
}

function newestFirst(one: ListedRequest, other: ListedRequest): number {
  if (one.time !== other.time) return one.time < other.time ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
