/** Custom certificates on the wire. Source: docs/reference/certificates.md ("Fields"). */

import { type ResourceSchemas, schemasOf } from '../../kernel/resource-words.ts';
import { customCertificateResource } from '../../resources/custom-certificate.ts';
import { toWire } from '../../resources/resource.ts';
import type { CustomCertificate } from './custom-certificate-store.ts';

export const customCertificateSchemas: ResourceSchemas = schemasOf(customCertificateResource);

export function customCertificateToWire(certificate: CustomCertificate): Record<string, unknown> {
  return toWire(customCertificateResource, certificate);
}

export function deletedCustomCertificateMessage({ uuid }: CustomCertificate): string {
  return `Custom certificate ${uuid} was deleted.`;
}
