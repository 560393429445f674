/**
 * Reads the body of an upload. Attributes are read differently here: no message may quote a private key, whichever
 * attribute it was put into. Source: docs/reference/certificates.md ("What is refused").
 */
import { type CheckedCertificate, checkUpload } from '../../certificates/check-upload.ts';
import { ServiceError } from '../../core/errors.ts';
import { customCertificateResource } from '../../resources/custom-certificate.ts';
import { invalid, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import type { Attribute } from '../../resources/resource.ts';

/**
 * Reads and checks a certificate with its key, as of the time `now`. Errors: `parameter_unknown`, `body_invalid`,
 * `certificate_invalid`, `private_key_invalid`.
 */
export function readCertificateUpload(body: RequestBody, now: number): CheckedCertificate {
  refuseBarePem(body);
  refuseUnknownAttributes(body, customCertificateResource.names);
  const { certificate, private_key: privateKey } = customCertificateResource.attributes;
  const certificateText = readText(body, certificate);
  if (certificateText instanceof ServiceError) throw certificateText;
  const keyText = readText(body, privateKey);
  const key = keyText instanceof ServiceError ? undefined : keyText;
  const check = checkUpload(certificateText, key, now);
  if (check.ok) return check.certificate;
  if (check.code === 'certificate_invalid')
    throw invalid(certificate, `certificate is invalid: ${check.reason}`);
  throw keyText instanceof ServiceError
    ? keyText
    : invalid(privateKey, `private_key is invalid: ${check.reason}`);
}

function readText(body: RequestBody, attribute: Attribute<string>): string | ServiceError {
  const { name } = attribute;
  const value = body.attributes.get(name);
  if (value === undefined) return invalid(attribute, `${name} is missing`);
  if (body.repeated.has(name)) return invalid(attribute, `${name} is given more than once`);
  return typeof value === 'string' ? value : invalid(attribute, `${name} is not a string`);
}

/** A file sent as it is looks like a form whose first name is a private key. */
function refuseBarePem(body: RequestBody): void {
  for (const name of body.attributes.keys()) {
    if (name.includes('-----BEGIN'))
      throw new ServiceError(
        'body_invalid',
        'the body is PEM itself; it has to have the attributes certificate and private_key',
      );
  }
}
