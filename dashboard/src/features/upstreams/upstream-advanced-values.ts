/** What the advanced fields of an upstream have in them, and what of it is sent. Source: docs/reference/domains.md ("Upstreams"). */
import type { components } from '../../../../client/src/openapi.ts';
import type { Upstream } from '../../api/resources.ts';
import { type HealthValues, healthCheckOf, healthValues } from './health-check-values.ts';
import { type TargetRow, targetRows, targetsOf } from './target-rows.ts';

type Body = components['schemas']['UpstreamUpdate'];

export type AdvancedValues = {
  readonly hostHeader: Upstream['host_header'];
  readonly tlsServerName: string;
  readonly compression: boolean;
  readonly geoFields: boolean;
  readonly metadataFields: boolean;
  readonly tlsCa: string;
  readonly clientCertificate: string;
  /** Empty: the present one stays. */
  readonly clientKey: string;
  /** What the upstream has before it is changed. */
  readonly savedCertificate: { readonly text: string; readonly expiresAt: string } | undefined;
  readonly targets: readonly TargetRow[];
  readonly healthCheck: HealthValues;
};

/** As the API names them in its errors. */
export const advancedFields = [
  'host_header',
  'tls_server_name',
  'compression',
  'geo_fields',
  'metadata_fields',
  'tls_ca',
  'tls_client_certificate',
  'tls_client_key',
  'targets',
  'health_check',
] as const;

/** Of a new upstream when it is undefined. */
export function advancedOf(upstream: Upstream | undefined): AdvancedValues {
  return {
    hostHeader: upstream?.host_header ?? 'upstream',
    tlsServerName: upstream?.tls_server_name ?? '',
    compression: upstream?.compression ?? false,
    geoFields: upstream?.geo_fields ?? false,
    metadataFields: upstream?.metadata_fields ?? false,
    tlsCa: upstream?.tls_ca ?? '',
    clientCertificate: upstream?.tls_client_certificate ?? '',
    clientKey: '',
    savedCertificate: savedCertificateOf(upstream),
    targets: targetRows(upstream?.targets ?? []),
    healthCheck: healthValues(upstream?.health_check ?? null),
  };
}

export function advancedBody(values: AdvancedValues): Body {
  return {
    host_header: values.hostHeader,
    tls_server_name: values.tlsServerName.trim(),
    compression: values.compression,
    geo_fields: values.geoFields,
    metadata_fields: values.metadataFields,
    tls_ca: values.tlsCa,
    ...clientCertificateBody(values),
    targets: targetsOf(values.targets),
    health_check: healthCheckOf(values.healthCheck),
  };
}

/** What is as it was is not sent: a certificate that expired would be refused, whatever else is changed. */
function clientCertificateBody({ clientCertificate, clientKey, savedCertificate }: AdvancedValues): Body {
  const certificate = clientCertificate.trim() === '' ? '' : clientCertificate;
  return {
    ...(certificate === (savedCertificate?.text ?? '') ? {} : { tls_client_certificate: certificate }),
    ...(certificate === '' || clientKey.trim() === '' ? {} : { tls_client_key: clientKey }),
  };
}

function savedCertificateOf(upstream: Upstream | undefined): AdvancedValues['savedCertificate'] {
  if (!upstream?.tls_client_certificate) return undefined;
  return {
    text: upstream.tls_client_certificate,
    expiresAt: upstream.tls_client_certificate_expires_at ?? '',
  };
}

/** Whether anything differs from a new upstream, so that the fields should be in sight. */
export function isAdvanced(values: AdvancedValues): boolean {
  if (values.clientCertificate !== '') return true;
  return JSON.stringify(advancedBody(values)) !== JSON.stringify(advancedBody(advancedOf(undefined)));
}
