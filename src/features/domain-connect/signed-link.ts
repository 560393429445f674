/**
 * The link to a provider's page that applies the template, signed so that nobody else can send people there with other values.
 * Source: Domain Connect specification, "Apply Template" and "Digitally Sign Requests".
 */
import { type KeyObject, sign } from 'node:crypto';
import { domainConnectKeyLabel } from '../../core/domain-connect-key.ts';
import { serviceId } from './template.ts';

type Parameters = readonly (readonly [name: string, value: string])[];

/** Where the provider says whether it has the template; with `/apply` after it, where it is applied. */
export function templatePath(providerId: string): string {
  return `/v2/domainTemplates/providers/${encodeURIComponent(providerId)}/services/${serviceId}`;
}

/** `urlSyncUX` is the provider's own prefix. The signature is of the query before it, as it is sent. */
export function signedLink(
  urlSyncUX: string,
  providerId: string,
  parameters: Parameters,
  key: KeyObject,
): string {
  const query = parameters.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const signature = sign('sha256', Buffer.from(query), key).toString('base64');
  const proof = `key=${domainConnectKeyLabel}&sig=${encodeURIComponent(signature)}`;
  return `${urlSyncUX}${templatePath(providerId)}/apply?${query}&${proof}`;
}
