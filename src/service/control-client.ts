/** A command's side of the control socket. Source: docs/reference/service.md ("The control socket"). */
import net from 'node:net';
import { createInterface } from 'node:readline';
import { errorField, errorMessage } from '../core/error-field.ts';
import { type SocketAddress, socketAddress } from '../core/socket-address.ts';
import { type ControlRequest, type Outcome, readAnswer } from './control-protocol.ts';

/** No service runs on the data directory. */
export class NotRunning extends Error {
  override readonly name = 'NotRunning';
}

export type AskOptions = {
  readonly onProgress?: (progress: string) => void;
  /** For the whole answer; without it there is no limit. */
  readonly timeoutMs?: number;
};

/** Asks the service that has the directory. Rejects with {@link NotRunning}, or with what went wrong. */
export async function askControlSocket(
  directory: string,
  request: ControlRequest,
  { onProgress, timeoutMs }: AskOptions,
): Promise<Outcome> {
  using address = openAddress(directory);
  const socket = net.connect(address.path);
  const overdue =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => socket.destroy(new Error('the running service does not answer')), timeoutMs);
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      socket.on('error', (error) => {
        const code = errorField(error, 'code') ?? '';
        const isNobody = code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTSOCK';
        reject(isNobody ? new NotRunning(error.message) : error);
      });
      socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
      const lines = createInterface({ input: socket });
      // The stream's error is the socket's.
      lines.on('error', () => {});
      lines.on('line', (line) => {
        const answer = readAnswer(line);
        if (!answer) reject(new Error('what answers on the control socket is not this service'));
        else if ('progress' in answer) onProgress?.(answer.progress);
        else resolve(answer);
      });
      lines.on('close', () => reject(new Error('the service ended before it answered')));
    });
  } finally {
    clearTimeout(overdue);
    socket.destroy();
  }
}

function openAddress(directory: string): SocketAddress {
  try {
    return socketAddress(directory);
  } catch (error) {
    throw new NotRunning(errorMessage(error));
  }
}
