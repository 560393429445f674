/**
 * A redirect as routing tables keep it, a million of them in little memory: its uuid as bytes in one text with the
 * destination, and its switches in one number. Source: docs/reference/edge.md ("Workers").
 */
import type { RedirectRule } from '../core/redirect-route.ts';

export type StoredRedirect = {
  readonly matchPath: string;
  /** The uuid's 16 bytes, a character each, and the destination. */
  readonly uuidAndDestination: string;
  readonly switches: number;
};

/** Almost all redirects have this pattern, whose text is kept once. */
const everyPath = '*';
const found = 1;
const preservePath = 2;
const preserveQueryString = 4;
const uuidBytes = 16;
const notLatin1 = /[^\u0000-\u00ff]/;
/** Room for the longest destination that is accepted. */
const bytes = Buffer.alloc(uuidBytes + 2_048);

export function toStored(rule: RedirectRule): StoredRedirect {
  return {
    matchPath: rule.matchPath === everyPath ? everyPath : rule.matchPath,
    uuidAndDestination: pack(rule.uuid, rule.destinationUrl),
    switches:
      (rule.redirectType === 'found' ? found : 0) +
      (rule.preservePath ? preservePath : 0) +
      (rule.preserveQueryString ? preserveQueryString : 0),
  };
}

export function fromStored({ matchPath, uuidAndDestination, switches }: StoredRedirect): RedirectRule {
  const hex = Buffer.from(uuidAndDestination.slice(0, uuidBytes), 'latin1').toString('hex');
  return {
    uuid: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    matchPath,
    destinationUrl: uuidAndDestination.slice(uuidBytes),
    redirectType: (switches & found) === 0 ? 'permanent' : 'found',
    preservePath: (switches & preservePath) !== 0,
    preserveQueryString: (switches & preserveQueryString) !== 0,
  };
}

/** A text of its own, which keeps nothing alive that it was made from. */
function pack(uuid: string, destination: string): string {
  bytes.fill(0, 0, uuidBytes);
  bytes.write(uuid.replaceAll('-', ''), 0, uuidBytes, 'hex');
  const { length } = destination;
  if (length > bytes.length - uuidBytes || notLatin1.test(destination))
    return bytes.toString('latin1', 0, uuidBytes) + destination;
  bytes.write(destination, uuidBytes, 'latin1');
  return bytes.toString('latin1', 0, uuidBytes + length);
}
