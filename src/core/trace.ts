/**
 * Steps of distributed traces: which requests have one, and what upstreams and callers are told.
 * Source: docs/reference/tracing.md; W3C Trace Context section 3.2.
 */
import { randomBytes } from 'node:crypto';

const traceParent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-((?!0{16})[\da-f]{16})-[\da-f]{2}(?:$|-)/;

/** The trace and the step that a `traceparent` field names; undefined when it is none. */
export function readTraceParent(field: string | undefined): { traceId: string; spanId: string } | undefined {
  const [, traceId, spanId] = traceParent.exec(field ?? '') ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

/** What names a step. Ids are in hexadecimal: 32 characters of a trace, 16 of a step. */
export type TraceContext = {
  readonly traceId: string;
  readonly spanId: string;
  /** The step that this one is part of; '' when it is the first. */
  readonly parentSpanId: string;
};

/** A request that is passed on: its own step, and the one that is the upstream's answer. */
export type ProxiedTrace = { readonly request: TraceContext; readonly upstream: TraceContext };

/** A step that has ended. */
export type TraceSpan = TraceContext & {
  readonly name: string;
  /** `server`: a request was answered; `client`: one was sent. */
  readonly kind: 'server' | 'client';
  /** Since the Unix epoch. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly isFailed: boolean;
  /** Named as OpenTelemetry's semantic conventions name them. */
  readonly attributes: Readonly<Record<string, string | number>>;
};

/** Decides which requests are traced. What a client's own field says about that isn't asked: it could have all traced. */
export class TraceSampler {
  readonly #ratio: number;
  readonly #random: () => number;

  /** `ratio`: from 0, none, to 1, all. */
  constructor(ratio: number, random: () => number = Math.random) {
    this.#ratio = ratio;
    this.#random = random;
  }

  /** Begins a step of the trace that a `traceparent` field names, or of a new one; undefined when it isn't traced. */
  begin(field: string | undefined): TraceContext | undefined {
    if (this.#random() >= this.#ratio) return undefined;
    const parent = readTraceParent(field);
    return {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: newSpanId(),
      parentSpanId: parent?.spanId ?? '',
    };
  }
}

/** The value of the field that continues a traced step. */
export function traceParentOf({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`;
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}
