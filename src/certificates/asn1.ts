/** What the parts of a certificate are in ASN.1, as read by asn1js. Source: X.690, RFC 5280 section 4.1. */
import { type BaseBlock, Constructed, fromBER, ObjectIdentifier, OctetString, Primitive } from 'asn1js';

/** DER that is not what it should be. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** The parts of a certificate that are needed as they stand in it. */
export type CertificateParts = {
  /** The content of the INTEGER, with the zero in front that a first byte of 0x80 or more has. */
  readonly serialNumber: Uint8Array;
  readonly issuer: BaseBlock;
  readonly subject: BaseBlock;
  readonly subjectPublicKeyInfo: Uint8Array;
  readonly signatureAlgorithm: BaseBlock;
  /** The values of the extensions by their object identifiers. */
  readonly extensions: ReadonlyMap<string, Uint8Array>;
};

const contextSpecific = 3;
const extensionsTag = 3;

/** Takes a certificate apart. Throws {@link DerError}, or what asn1js throws. */
export function partsOf(certificate: Uint8Array): CertificateParts {
  const [tbsCertificate, signatureAlgorithm] = childrenOf(readDer(certificate));
  const fields = childrenOf(tbsCertificate);
  // The version stands first, but not in certificates of version 1.
  const [serialNumber, , issuer, , subject, subjectPublicKeyInfo, ...rest] = isTagged(fields[0], 0)
    ? fields.slice(1)
    : fields;
  if (!serialNumber || !issuer || !subject || !subjectPublicKeyInfo || !signatureAlgorithm)
    throw new DerError('parts are missing');
  const wrapper = rest.find((field) => isTagged(field, extensionsTag));
  return {
    serialNumber: bytesOf(serialNumber),
    issuer,
    subject,
    subjectPublicKeyInfo: subjectPublicKeyInfo.valueBeforeDecodeView,
    signatureAlgorithm,
    extensions: readExtensions(wrapper),
  };
}

function readExtensions(wrapper: BaseBlock | undefined): ReadonlyMap<string, Uint8Array> {
  const extensions = new Map<string, Uint8Array>();
  if (!wrapper) return extensions;
  for (const extension of childrenOf(childrenOf(wrapper)[0])) {
    const [id, ...others] = childrenOf(extension);
    const value = others.at(-1);
    if (!(value instanceof OctetString)) throw new DerError('an extension has no value');
    extensions.set(oidOf(id), value.valueBlock.valueHexView);
  }
  return extensions;
}

/** Reads one value. */
export function readDer(der: Uint8Array): BaseBlock {
  const { offset, result } = fromBER(der);
  if (offset === -1) throw new DerError(result.error || 'not DER');
  return result;
}

/** The members of a SEQUENCE or SET, or what an explicit tag holds. */
export function childrenOf(block: BaseBlock | undefined): readonly BaseBlock[] {
  if (!(block instanceof Constructed)) throw new DerError('a constructed value is missing');
  return block.valueBlock.value;
}

/** Dotted decimal. */
export function oidOf(block: BaseBlock | undefined): string {
  if (!(block instanceof ObjectIdentifier)) throw new DerError('an object identifier is missing');
  return block.valueBlock.toString();
}

/** Whether a value carries the context-specific tag `[number]`. */
export function isTagged(block: BaseBlock | undefined, number: number): boolean {
  return block?.idBlock.tagClass === contextSpecific && block.idBlock.tagNumber === number;
}

/** The content of any value, as encoded in the DER. */
function bytesOf({ idBlock, lenBlock, valueBeforeDecodeView }: BaseBlock): Uint8Array {
  return valueBeforeDecodeView.subarray(idBlock.blockLength + lenBlock.blockLength);
}

/** The content of a value with an implicit tag. */
export function contentOf(block: BaseBlock): Uint8Array {
  if (!(block instanceof Primitive)) throw new DerError('a primitive value is missing');
  return block.valueBlock.valueHexView;
}
