/** Where one edge's records go: its own segments of the spool. Source: docs/reference/spool.md. */
import type { PageviewSink } from '../analytics/ingest/collector.ts';
import { SegmentWriter } from '../analytics/ingest/segment-writer.ts';
import { errorMessage } from '../core/error-field.ts';
import type { RecordSink } from './access-record.ts';

export interface RecordSpool {
  readonly requests: RecordSink;
  readonly pageviews: PageviewSink;
  readonly handshakes: RecordSink;
  /** Does ahead of the first record what takes longest. */
  prepare(): void;
  /** While the spool is full, records are dropped. */
  setFull(isFull: boolean): void;
  /** Stores what was recorded. */
  close(): Promise<void>;
}

export type EdgeSpoolEvents = {
  /** Records of requests. */
  readonly onDropped: (count: number) => void;
  /** Writing began to fail, or works again (`problem` is empty). */
  readonly onFailing: (problem: string) => void;
};

export class EdgeSpool implements RecordSpool {
  readonly requests: SegmentWriter;
  readonly pageviews: SegmentWriter;
  readonly handshakes: SegmentWriter;

  constructor(directory: string, events: EdgeSpoolEvents) {
    const shared = {
      directory,
      onFailing: (error: unknown) => events.onFailing(errorMessage(error) || 'unknown error'),
      onRecovered: () => events.onFailing(''),
    };
    this.requests = new SegmentWriter({ ...shared, kind: 'requests', onDropped: events.onDropped });
    this.pageviews = new SegmentWriter({ ...shared, kind: 'pageviews' });
    this.handshakes = new SegmentWriter({ ...shared, kind: 'handshakes' });
  }

  prepare(): void {
    this.requests.prepare();
    this.pageviews.prepare();
  }

  setFull(isFull: boolean): void {
    this.requests.setFull(isFull);
    this.pageviews.setFull(isFull);
    this.handshakes.setFull(isFull);
  }

  async close(): Promise<void> {
    await Promise.all([this.requests.close(), this.pageviews.close(), this.handshakes.close()]);
  }
}
