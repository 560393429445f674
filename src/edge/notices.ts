/**
 * What the application process tells every worker, later ones too, and what a worker then does. Each notice replaces the one of the
 * same name before it. Source: docs/reference/edge.md ("Workers").
 */
import type { FullDay } from '../analytics/ingest/full-days.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import type { ComposedEdge } from './compose-edge.ts';
import type { TicketKeys } from './tls/ticket-keys.ts';

export type Notices = {
  /** Whether the spool is over its budget: records are dropped meanwhile. */
  readonly spoolFull: boolean;
  /** The keys of visitor hashes for now and what comes next. */
  readonly salts: readonly VisitorSalt[];
  /** The domains that take no further event names. */
  readonly fullDays: readonly FullDay[];
  /** Whether the worker's file is as new as what it is told; if not, the application process knows more. */
  readonly replicaCurrent: boolean;
  /** What session tickets are sealed with from now on. */
  readonly ticketKeys: TicketKeys;
  /** What shows that a host reaches this installation (see core/reach-token.ts), and signs challenges. */
  readonly reachKeys: readonly string[];
  /** Health checks learn that this edge is about to stop; visitors are served as before. */
  readonly lameDuck: true;
};

export type NoticeName = keyof Notices;
export type Notice<Name extends NoticeName = NoticeName> = {
  [Each in Name]: { readonly type: 'notice'; readonly name: Each; readonly value: Notices[Each] };
}[Name];

const actions: { readonly [Name in NoticeName]: (edge: ComposedEdge, value: Notices[Name]) => void } = {
  spoolFull: (edge, isFull) => edge.spool.setFull(isFull),
  salts: (edge, salts) => edge.visitors.setSalts(salts),
  fullDays: (edge, days) => edge.setFullDays(days),
  replicaCurrent: (edge, isCurrent) => edge.finder.setCurrent(isCurrent),
  ticketKeys: (edge, keys) => edge.tls.setTicketKeys(keys),
  reachKeys: (edge, keys) => {
    edge.reach.setKeys(keys);
    edge.challenges.setKeys(keys);
  },
  lameDuck: (edge) => edge.lameDuck(),
};

/** What holds until something else is said; a worker may have heard other things from a process before. */
export const firstNotices: Pick<Notices, 'spoolFull' | 'fullDays' | 'replicaCurrent'> = {
  spoolFull: false,
  fullDays: [],
  replicaCurrent: true,
};

/** Does in a worker what a notice says. */
export function obeyNotice<Name extends NoticeName>(edge: ComposedEdge, { name, value }: Notice<Name>): void {
  actions[name](edge, value);
}
