/**
 * How CAA records name an authority, by its own directory. Source: RFC 8555 section 7.1.1 (caaIdentities), RFC 8659 section 4.2.
 */
import { minuteMs } from '../core/time.ts';
import type { AcmeTransport } from './protocol/transport.ts';

/** Somebody may wait for the check. */
const timeoutMs = 3_000;
const maxIdentities = 32;

/** Asks the directory, once a minute at most; none: it doesn't say, or there is no answer. */
export function caaIdentitiesOf(transport: AcmeTransport): () => Promise<readonly string[]> {
  let known: Promise<readonly string[]> | undefined;
  let askedTick = 0;
  return () => {
    const now = performance.now();
    if (!known || now - askedTick > minuteMs) {
      askedTick = now;
      known = read(transport);
    }
    return known;
  };
}

async function read(transport: AcmeTransport): Promise<readonly string[]> {
  const directory = await transport.directory(AbortSignal.timeout(timeoutMs)).catch(() => undefined);
  const identities = directory?.at('meta').list('caaIdentities') ?? [];
  return identities
    .filter((identity) => typeof identity === 'string' && identity !== '')
    .slice(0, maxIdentities)
    .map((identity) => String(identity).toLowerCase());
}
