/** How long the certificate lasts that an upstream is shown. Nothing renews it. Source: docs/reference/domains.md ("Client certificates"). */
import { warnedMs } from '../../../../src/core/unrenewed-certificate.ts';
import { formatDate } from '../../format/dates.ts';

export function clientCertificateState(
  expiresAt: string,
  nowMs: number,
): { readonly sentence: string; readonly warning: 'warning' | 'danger' | undefined } {
  const left = Date.parse(expiresAt) - nowMs;
  const day = formatDate(expiresAt);
  if (left <= 0) return { sentence: `It expired on ${day}.`, warning: 'danger' };
  return {
    sentence: `It expires on ${day}.`,
    warning: left < warnedMs ? 'warning' : undefined,
  };
}
