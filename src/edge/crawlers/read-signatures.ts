/**
 * The signatures of a request that may say whose crawler it is, before any key is known. Source: the drafts of Web Bot Auth
 * (draft-ietf-webbotauth-httpsig-protocol), RFC 9421 sections 4 and 3.2, docs/reference/bots.md ("Signatures").
 */
import {
  type Dictionary,
  type InnerList,
  isInnerList,
  type Parameters,
  parseItem,
  Token,
} from 'structured-headers';
import { parseOrigin } from '../../core/origin.ts';
import { fieldValue, membersOf, type SignedMessage, signatureBase } from './signature-base.ts';

/** A signature whose form and time are good. */
export type FoundSignature = {
  readonly origin: string;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** What it was made over. */
  readonly base: Uint8Array;
};

const tag = 'web-bot-auth';
const maxAgentLength = 512;
/** Of a request; each costs a verification. */
const maxSignatures = 2;
const maxSeconds = 86_400;
/** For clocks that differ. */
const earlySeconds = 10;
const signatureBytes = 64;
/** SHA-256 in base64url. */
const thumbprint = /^[A-Za-z0-9_-]{43}$/;

/** The directory that a signature names. */
type Agents = {
  readonly originOf: (label: string) => string | undefined;
  readonly origins: readonly string[];
};

/**
 * Answers which directories the request names; undefined when it names none. One text is for all of its signatures, as in earlier
 * drafts; a dictionary has one for each.
 */
export function readAgents(head: SignedMessage['head']): Agents | undefined {
  const value = fieldValue(head, 'signature-agent');
  if (value === undefined || value.length > maxAgentLength) return undefined;
  if (value.startsWith('"')) {
    const origin = originIn(value);
    return origin === undefined ? undefined : { originOf: () => origin, origins: [origin] };
  }
  const byLabel = new Map<string, string>();
  for (const [label, member] of membersOf(value) ?? []) {
    const origin = isInnerList(member) ? undefined : originOf(member[0], member[1]);
    if (origin !== undefined) byLabel.set(label, origin);
  }
  return byLabel.size === 0
    ? undefined
    : { originOf: (label) => byLabel.get(label), origins: [...byLabel.values()] };
}

function originIn(value: string): string | undefined {
  try {
    return originOf(...parseItem(value));
  } catch {
    return undefined;
  }
}

/** Only https, and neither a path nor a user: the drafts have an origin there. */
function originOf(value: unknown, parameters: Parameters): string | undefined {
  const type = parameters.get('type');
  const isDirectory = type === undefined || (type instanceof Token && type.toString() === 'directory');
  const origin = isDirectory && typeof value === 'string' ? parseOrigin(value) : undefined;
  return origin?.startsWith('https://') ? origin : undefined;
}

/** Those made for the directory at one of the origins, and for `nowMs`. */
export function readSignatures(
  message: SignedMessage,
  agents: Agents,
  isWanted: (origin: string) => boolean,
  nowMs: number,
): FoundSignature[] {
  const inputs = membersOf(fieldValue(message.head, 'signature-input'));
  const signatures = membersOf(fieldValue(message.head, 'signature'));
  const isKeyed = !fieldValue(message.head, 'signature-agent')?.startsWith('"');
  const found: FoundSignature[] = [];
  for (const [label, covered] of inputs ?? []) {
    const origin = agents.originOf(label);
    if (origin === undefined || !isWanted(origin) || !isInnerList(covered)) continue;
    if (isKeyed && !coversAgent(covered, label)) continue;
    const signature = signatureIn(signatures, label);
    const keyId = keyIdIn(covered, nowMs / 1_000);
    const base = signature && keyId !== undefined ? signatureBase(message, covered) : undefined;
    if (!signature || keyId === undefined || base === undefined) continue;
    found.push({ origin, keyId, signature, base: Buffer.from(base, 'latin1') });
    if (found.length === maxSignatures) break;
  }
  return found;
}

/** The key of a signature that is for Web Bot Auth, over the authority, valid now and for a day at most; undefined for others. */
function keyIdIn([components, parameters]: InnerList, nowSeconds: number): string | undefined {
  const created = parameters.get('created');
  const expires = parameters.get('expires');
  const keyId = parameters.get('keyid');
  const algorithm = parameters.get('alg');
  if (parameters.get('tag') !== tag || (algorithm !== undefined && algorithm !== 'ed25519')) return undefined;
  if (!components.some(([name, { size }]) => name === '@authority' && size === 0)) return undefined;
  if (!isWhole(created) || !isWhole(expires)) return undefined;
  if (created >= expires || expires - created > maxSeconds) return undefined;
  if (created > nowSeconds + earlySeconds || expires <= nowSeconds) return undefined;
  return typeof keyId === 'string' && thumbprint.test(keyId) ? keyId : undefined;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** A signature that doesn't cover the name of its directory may be another's. */
function coversAgent([components]: InnerList, label: string): boolean {
  return components.some(
    ([name, parameters]) =>
      name === 'signature-agent' && (parameters.size === 0 || parameters.get('key') === label),
  );
}

function signatureIn(signatures: Dictionary | undefined, label: string): Uint8Array | undefined {
  const value: unknown = signatures?.get(label)?.[0];
  return value instanceof ArrayBuffer && value.byteLength === signatureBytes
    ? new Uint8Array(value)
    : undefined;
}
