/**
 * What was set of a resource and its text doesn't show already, a line each, without secrets: so that text lacks nothing that JSON has, an
 * attribute that is added later included.
 */
import { readCertificate } from '../certificates/certificate.ts';
import { readPem } from '../certificates/pem.ts';
import type { AttributeDefinition, Definitions } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import { counted } from './counted.ts';
import { note } from './output.ts';

const maxSubjects = 3;

/** `shown` are the attributes that the caller shows. Defaults are left out. */
export function noteOtherSettings<D extends Definitions>(
  { writable, definitions }: Resource<D>,
  wire: object,
  shown: readonly NoInfer<keyof D>[],
): void {
  for (const name of writable) {
    const definition: AttributeDefinition | undefined = definitions[name];
    if (!definition || shown.includes(name) || definition.secret || definition.writeOnly) continue;
    const value: unknown = Object.entries(wire).find(([each]) => each === name)?.[1];
    if (value === undefined || isDefault(value, definition)) continue;
    note(`${name}: ${textOf(value, definition)}`);
  }
}

function isDefault(value: unknown, definition: AttributeDefinition): boolean {
  return 'default' in definition && JSON.stringify(value) === JSON.stringify(definition.default);
}

function textOf(value: unknown, { option }: AttributeDefinition): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return option?.file ? describeCertificates(value) : value;
}

/** Certificates in PEM: how many, and of whom. */
function describeCertificates(pem: string): string {
  const subjects = readPem(pem).map(({ der }) => (der && readCertificate(der)?.fields.subject) || '-');
  const named = subjects.slice(0, maxSubjects).join('; ');
  const more = subjects.length > maxSubjects ? '; …' : '';
  return `${counted(subjects.length, 'certificate')} (${named}${more})`;
}
