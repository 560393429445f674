/**
 * What checks report of their subjects: whether something is wrong, and what. Source: docs/reference/findings.md.
 *
 * A check says what it saw; what becomes of it (a finding is opened, seen again, resolved) is decided in
 * `features/attention/finding-life.ts` alone.
 */

export const findingKinds = [
  'dns_lost',
  'dns_wrong',
  'caa_forbids',
  'certificate_failed',
  'certificate_expiring',
  'renewal_will_fail',
  'upstream_down',
  'upstream_errors',
  'upstream_slow',
  'traffic_drop',
  'traffic_spike',
  'not_found_surge',
  'loop',
  'handshakes_fail',
  'destination_broken',
  'webhook_failing',
  'client_certificate_expiring',
  'ask_failing',
  'data_old',
  'spool_behind',
  'disk_low',
] as const;
export type FindingKindName = (typeof findingKinds)[number];

/** Worst first. */
export const severities = ['critical', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

export const subjectTypes = [
  'custom_domain',
  'redirect',
  /** A host that has rules only. */
  'host',
  'upstream',
  'webhook_endpoint',
  'installation',
] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** What a finding is about. */
export type Subject = {
  readonly type: SubjectType;
  /** Null of a host and of the installation. */
  readonly uuid: string | null;
  /** Null where there is none. */
  readonly host: string | null;
};

/** Shown to the account, in `evidence`: no secrets. */
export type Evidence = Readonly<Record<string, unknown>>;

export type Observation = {
  readonly accountUuid: string;
  readonly kind: FindingKindName;
  readonly subject: Subject;
  readonly seen:
    | {
        readonly state: 'bad';
        /** One of the kind's. */
        readonly causeCode: string;
        readonly evidence: Evidence;
        /** In place of the kind's own. */
        readonly severity?: Severity;
        /** False: it has to be seen once more to open one. */
        readonly opens?: boolean;
      }
    /** Seen to be right. */
    | { readonly state: 'good' }
    /** Neither: no requests came, the resolver was silent. */
    | { readonly state: 'none' };
};

export type FindingObserver = {
  /**
   * Takes what checks saw, of many subjects at once. What is good and has no open finding costs nothing. Of one subject and kind,
   * one observation at a time.
   */
  observe(observations: readonly Observation[]): Promise<void>;
};

/** Worst first: the order of lists that are sorted by it. */
export const verdictStates = ['broken', 'attention', 'unknown', 'setting_up', 'healthy'] as const;
export type VerdictState = (typeof verdictStates)[number];

export const reachableStates = ['direct', 'proxied', 'no'] as const;
