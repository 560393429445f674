/**
 * Counts a worker's TLS handshakes by host and minute, as lines of the spool. Source: docs/reference/traffic-findings.md
 * ("Handshakes").
 *
 * Of hosts that something is served on alone, those below a wildcard as one: names that clients make up are not counted. A minute's
 * lines are written when it is over, or once there are many hosts, which then have several lines. So there are never more lines
 * than handshakes, and never more in memory than of `mostHosts`.
 */
import { encodeHandshakeRecord } from '../../analytics/ingest/handshake-codec.ts';
import { clientNetworkOf } from '../../core/client-network.ts';
import type { Clock } from '../../core/clock.ts';
import type { CountedHandshake, HandshakeFailure } from '../../core/handshake-outcome.ts';
import { minuteMs } from '../../core/time.ts';
import type { RecordSink } from '../access-record.ts';

/** Some 2 ms of writing. */
const mostHosts = 1_000;
/** Of one host, minute and failure; a finding needs five. */
const mostNetworks = 20;

type Failed = { count: number; readonly networks: Set<string> };
type Counted = {
  readonly siteUuid: string;
  good: number;
  failures: Map<HandshakeFailure, Failed> | undefined;
};

export type HandshakeCountsOptions = {
  readonly sink: RecordSink;
  /** What a host's requests are recorded under; '' for none. */
  readonly siteOf: (host: string) => string;
  readonly clock: Clock;
};

export class HandshakeCounts {
  readonly #options: HandshakeCountsOptions;
  #hosts = new Map<string, Counted>();
  #minute = 0;

  constructor(options: HandshakeCountsOptions) {
    this.#options = options;
  }

  /** `host` is the one whose certificate is shown; `clientAddress` is read of those that failed only. */
  count(host: string, outcome: CountedHandshake, clientAddress: string): void {
    this.flushOver();
    const counted = this.#hosts.get(host) ?? this.#add(host);
    if (outcome === 'good') {
      counted.good += 1;
      return;
    }
    counted.failures ??= new Map();
    const failed = counted.failures.get(outcome) ?? { count: 0, networks: new Set() };
    counted.failures.set(outcome, failed);
    failed.count += 1;
    if (failed.networks.size < mostNetworks) failed.networks.add(clientNetworkOf(clientAddress));
  }

  /** Writes the lines of the minute if that is over; to be called each second. */
  flushOver(): void {
    const minute = Math.floor(this.#options.clock.now() / minuteMs) * minuteMs;
    if (minute === this.#minute) return;
    this.flush();
    this.#minute = minute;
  }

  /** Writes what is counted. */
  flush(): void {
    const hosts = this.#hosts;
    if (hosts.size === 0) return;
    this.#hosts = new Map();
    for (const [host, { siteUuid, good, failures }] of hosts) {
      if (siteUuid === '') continue;
      if (good > 0) this.#write(host, siteUuid, 'good', { count: good, networks: new Set() });
      for (const [outcome, failed] of failures ?? []) this.#write(host, siteUuid, outcome, failed);
    }
  }

  #add(host: string): Counted {
    if (this.#hosts.size >= mostHosts) this.flush();
    const counted: Counted = { siteUuid: this.#options.siteOf(host), good: 0, failures: undefined };
    this.#hosts.set(host, counted);
    return counted;
  }

  #write(host: string, domainUuid: string, outcome: CountedHandshake, { count, networks }: Failed): void {
    const known = [...networks].filter((network) => network !== '');
    const record = { domainUuid, host, minuteMs: this.#minute, outcome, count, networks: known };
    this.#options.sink.append(encodeHandshakeRecord(record));
  }
}
