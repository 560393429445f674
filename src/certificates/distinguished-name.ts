/**
 * Distinguished names as text: `CN=R11,O=Let's Encrypt,C=US`, most general last. Source: RFC 4514,
 * docs/reference/certificates.md ("Fields").
 */
import {
  type BaseBlock,
  BmpString,
  GeneralString,
  IA5String,
  NumericString,
  PrintableString,
  TeletexString,
  UniversalString,
  Utf8String,
  VisibleString,
} from 'asn1js';
import { childrenOf, oidOf } from './asn1.ts';

/** Attribute types by the names that RFC 4519 and OpenSSL give them; others stand as their object identifiers. */
const attributeNames: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.13': 'description',
  '2.5.4.15': 'businessCategory',
  '2.5.4.16': 'postalAddress',
  '2.5.4.17': 'postalCode',
  '2.5.4.18': 'postOfficeBox',
  '2.5.4.20': 'telephoneNumber',
  '2.5.4.41': 'name',
  '2.5.4.42': 'GN',
  '2.5.4.43': 'initials',
  '2.5.4.44': 'generationQualifier',
  '2.5.4.46': 'dnQualifier',
  '2.5.4.65': 'pseudonym',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
  '1.2.840.113549.1.9.2': 'unstructuredName',
  '1.3.6.1.4.1.311.60.2.1.1': 'jurisdictionL',
  '1.3.6.1.4.1.311.60.2.1.2': 'jurisdictionST',
  '1.3.6.1.4.1.311.60.2.1.3': 'jurisdictionC',
};

// TeletexString is read as Latin-1, as OpenSSL reads it: what is in certificates was never T.61.
const stringTypes = [
  Utf8String,
  PrintableString,
  IA5String,
  TeletexString,
  BmpString,
  UniversalString,
  NumericString,
  VisibleString,
  GeneralString,
];

/** Writes a Name; the parts of a relative name with several stand in reverse order too, as OpenSSL has them. */
export function formatName(name: BaseBlock): string {
  return childrenOf(name)
    .map((relative) => childrenOf(relative).map(formatAttribute).toReversed().join('+'))
    .toReversed()
    .join(',');
}

function formatAttribute(attribute: BaseBlock): string {
  const [type, value] = childrenOf(attribute);
  const oid = oidOf(type);
  const name = attributeNames[oid];
  const text = name === undefined ? undefined : textOf(value);
  if (text !== undefined) return `${name}=${escapeValue(text)}`;
  const der = value ? Buffer.from(value.valueBeforeDecodeView) : Buffer.alloc(0);
  return `${name ?? oid}=#${der.toString('hex').toUpperCase()}`;
}

/** Undefined: not a string, or one whose bytes aren't text. */
function textOf(value: BaseBlock | undefined): string | undefined {
  if (!stringTypes.some((type) => value instanceof type)) return undefined;
  const text: unknown =
    value && 'getValue' in value && typeof value.getValue === 'function' ? value.getValue() : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** RFC 4514 section 2.4; control characters as `\` and two hexadecimal digits. */
function escapeValue(text: string): string {
  return (
    text
      .replaceAll(/[\\"+,;<>]/g, '\\$&')
      .replaceAll(/[\u0000-\u001f\u007f]/g, (control) => `\\${hexByte(control)}`)
      // Before the first character, since a lone space is both.
      .replace(/(?<=.) $/s, '\\ ')
      .replace(/^[ #]/, '\\$&')
  );
}

function hexByte(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase();
}
