/**
 * What a program says of itself before a service is upgraded to it, one line of JSON that `check-upgrade` prints.
 * Source: docs/guides/operations.md ("Upgrading").
 */
import { isRecord } from '../core/json-reader.ts';
import { type ListenAddresses, readListenAddresses } from './own-sockets.ts';

export type UpgradeFacts = {
  /** The oldest supervisor that it works with; see `supervisorProtocol`. The names up to here can never change. */
  readonly nameplate_supervisor_protocol: number;
  readonly version: string;
  /** Why it can't take over, in one line; null when it can. */
  readonly problem: string | null;
  /** Paths of its programs. */
  readonly application_entry: string;
  readonly worker_entry: string;
  /** The path of the Node that they run on; this process's own when it doesn't say. */
  readonly runtime: string;
  /** As configured; empty when the configuration can't be read. */
  readonly data_directory: string;
  readonly lame_duck_ms: number;
  /** What it can do (see role.ts); empty when it doesn't say. */
  readonly roles: readonly string[];
  /** All that it speaks; the one above when it doesn't say. */
  readonly supervisor_protocols: readonly number[];
  /** Where it listens; undefined when it doesn't say. */
  readonly listen: ListenAddresses | undefined;
};

/** Reads what a program printed; returns undefined when that is something else. */
export function readUpgradeFacts(text: string): UpgradeFacts | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { nameplate_supervisor_protocol, version, problem } = value;
  if (typeof nameplate_supervisor_protocol !== 'number' || typeof version !== 'string') return undefined;
  return {
    nameplate_supervisor_protocol,
    version,
    problem: typeof problem === 'string' ? problem : null,
    application_entry: textOf(value.application_entry),
    worker_entry: textOf(value.worker_entry),
    runtime: textOf(value.runtime) || process.execPath,
    data_directory: textOf(value.data_directory),
    lame_duck_ms: typeof value.lame_duck_ms === 'number' ? value.lame_duck_ms : 0,
    supervisor_protocols: Array.isArray(value.supervisor_protocols)
      ? value.supervisor_protocols.map(Number)
      : [nameplate_supervisor_protocol],
    roles: Array.isArray(value.roles) ? value.roles.map(textOf) : [],
    listen: readListenAddresses(value.listen),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
