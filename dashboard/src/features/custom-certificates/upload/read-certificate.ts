/**
 * Reads a certificate's names, issuer, validity and key type before it is uploaded. It
 * judges nothing, as the API does that. Source: X.690 (DER); RFC 5280 section 4.1.
 */

export type CertificateSummary = {
  readonly subject: string;
  readonly issuer: string;
  /** DNS names. */
  readonly names: readonly string[];
  readonly notBefore: string;
  readonly expiresAt: string;
  readonly isAuthority: boolean;
  readonly keyKind: string;
};

type Block = { readonly tag: number; readonly content: Uint8Array };

const tags = {
  boolean: 0x01,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  dnsName: 0x82,
  version: 0xa0,
  extensions: 0xa3,
};
const oids = {
  commonName: '55 04 03',
  organisation: '55 04 0a',
  subjectAltName: '55 1d 11',
  basicConstraints: '55 1d 13',
};
const keyKinds: Readonly<Record<string, string>> = {
  '2a 86 48 86 f7 0d 01 01 01': 'RSA',
  '2a 86 48 ce 3d 02 01': 'EC',
  '2b 65 70': 'Ed25519',
};

/** Answers undefined for what is no certificate. */
export function readCertificate(der: Uint8Array): CertificateSummary | undefined {
  try {
    const [outer] = blocksOf(der);
    const [tbs] = blocksOf(need(outer).content);
    const parts = blocksOf(need(tbs).content);
    const first = parts[0]?.tag === tags.version ? 1 : 0;
    const [, , issuer, validity, subject, key] = parts.slice(first);
    const [from, to] = blocksOf(need(validity).content);
    const extensions = readExtensions(parts.find(({ tag }) => tag === tags.extensions));
    return {
      subject: readName(need(subject)),
      issuer: readName(need(issuer)),
      names: extensions.names,
      notBefore: readTime(need(from)),
      expiresAt: readTime(need(to)),
      isAuthority: extensions.isAuthority,
      keyKind: readKeyKind(need(key)),
    };
  } catch {
    return undefined;
  }
}

/** The consecutive DER elements. Throws if one is truncated. */
function blocksOf(bytes: Uint8Array): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = need(bytes[at]);
    let length = need(bytes[at + 1]);
    at += 2;
    if (length >= 0x80) {
      const size = length & 0x7f;
      if (size === 0 || size > 3) throw new Error('length');
      length = 0;
      for (let digit = 0; digit < size; digit += 1) length = length * 256 + need(bytes[at + digit]);
      at += size;
    }
    if (at + length > bytes.length) throw new Error('cut off');
    blocks.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return blocks;
}

/** The common name, else the organisation. */
function readName(name: Block): string {
  const values = new Map<string, string>();
  for (const set of blocksOf(name.content)) {
    for (const pair of blocksOf(set.content)) {
      const [type, value] = blocksOf(pair.content);
      if (type && value) values.set(hexOf(type.content), textOf(value));
    }
  }
  return values.get(oids.commonName) ?? values.get(oids.organisation) ?? '';
}

/** UTCTime has two digits of the year, the century at 50; GeneralizedTime has four. */
function readTime({ tag, content }: Block): string {
  const digits = new TextDecoder('latin1').decode(content);
  const text = tag === tags.utcTime ? `${Number(digits.slice(0, 2)) < 50 ? '20' : '19'}${digits}` : digits;
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text);
  if (!match) throw new Error('time');
  const [, year, month, day, hour, minute, second] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`).toISOString();
}

function readKeyKind(key: Block): string {
  const [algorithm] = blocksOf(key.content);
  const [type] = blocksOf(need(algorithm).content);
  return keyKinds[hexOf(need(type).content)] ?? 'unknown';
}

function readExtensions(block: Block | undefined): { names: readonly string[]; isAuthority: boolean } {
  let names: readonly string[] = [];
  let isAuthority = false;
  const [list] = block ? blocksOf(block.content) : [];
  for (const extension of list ? blocksOf(list.content) : []) {
    const parts = blocksOf(extension.content);
    const type = hexOf(need(parts[0]).content);
    const [value] = blocksOf(need(parts.at(-1)).content);
    if (type === oids.subjectAltName) {
      names = blocksOf(need(value).content).flatMap((name) =>
        name.tag === tags.dnsName ? [textOf(name)] : [],
      );
    } else if (type === oids.basicConstraints) {
      const [isCa] = blocksOf(need(value).content);
      isAuthority = isCa?.tag === tags.boolean && isCa.content[0] !== 0;
    }
  }
  return { names, isAuthority };
}

function textOf({ content }: Block): string {
  return new TextDecoder().decode(content);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('cut off');
  return value;
}
