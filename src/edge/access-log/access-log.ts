/** The access log of one worker. Source: docs/reference/access-log.md. */
import type { ExchangeRecord } from '../http1/exchange.ts';
import { requestIdOf, traceIdOf } from '../request-id.ts';
import type { TrustedProxies } from '../trusted-proxies.ts';
import { type AccessLogFormat, combinedLine, jsonLine } from './access-line.ts';
import { LogFile, StandardOutput } from './log-output.ts';
import { LogWriter, type LogWriterOptions } from './log-writer.ts';

export type AccessLogOptions = {
  /** A path; undefined: standard output. */
  readonly path: string | undefined;
  readonly format: AccessLogFormat;
};

export class AccessLog {
  readonly #writer: LogWriter;
  readonly #trustedProxies: TrustedProxies;
  readonly #line: typeof jsonLine;

  constructor(
    { path, format }: AccessLogOptions,
    trustedProxies: TrustedProxies,
    writerOptions: LogWriterOptions,
  ) {
    this.#writer = new LogWriter(
      path === undefined ? new StandardOutput() : new LogFile(path),
      writerOptions,
    );
    this.#trustedProxies = trustedProxies;
    this.#line = format === 'json' ? jsonLine : combinedLine;
  }

  record(exchange: ExchangeRecord): void {
    const { head, peerAddress } = exchange;
    const isTrusted = this.#trustedProxies.includes(peerAddress);
    this.#writer.append(
      this.#line(exchange, {
        clientAddress: head ? this.#trustedProxies.clientAddressOf(head, peerAddress) : peerAddress,
        requestId: exchange.requestId || (head ? requestIdOf(head, isTrusted) : ''),
        traceId: head ? traceIdOf(head) : '',
      }),
    );
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}
