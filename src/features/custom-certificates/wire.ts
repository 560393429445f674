/** Custom certificates on the wire. Source: docs/reference/certificates.md ("Fields"). */
import { type TObject, Type } from '@sinclair/typebox';
import { pageQuery } from '../../api/schemas/common.ts';
import { resourceBodySchemas, resourceSchema } from '../../api/schemas/resource.ts';
import type { CustomCertificate } from '../../control/custom-certificates.ts';
import { customCertificateResource } from '../../resources/custom-certificate.ts';
import { toWire } from '../../resources/resource.ts';

export const customCertificateSchema: TObject = resourceSchema(customCertificateResource);
export const customCertificateBodySchema: TObject = resourceBodySchemas(customCertificateResource).create;
export const customCertificateQuerySchema: TObject = Type.Object(pageQuery);

export function customCertificateToWire(certificate: CustomCertificate): Record<string, unknown> {
  return toWire(customCertificateResource, certificate);
}

export function deletedCustomCertificateMessage({ uuid }: CustomCertificate): string {
  return `Custom certificate ${uuid} was deleted.`;
}
