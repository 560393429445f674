/** What the advanced fields of an upstream have in them, and what of it is sent. Source: docs/reference/domains.md ("Upstreams"). */
import type { components } from '../../../../client/src/openapi.ts';
import { type HealthValues, healthCheckOf, healthValues } from './health-check-values.ts';
import { type TargetRow, targetRows, targetsOf } from './target-rows.ts';
import type { Upstream } from './upstream-queries.ts';

type Body = components['schemas']['UpstreamUpdate'];

export type AdvancedValues = {
  readonly hostHeader: Upstream['host_header'];
  readonly tlsServerName: string;
  readonly geoFields: boolean;
  readonly metadataFields: boolean;
  readonly tlsCa: string;
  readonly targets: readonly TargetRow[];
  readonly healthCheck: HealthValues;
};

/** As the API names them in its errors. */
export const advancedFields = [
  'host_header',
  'tls_server_name',
  'geo_fields',
  'metadata_fields',
  'tls_ca',
  'targets',
  'health_check',
] as const;

/** Of a new upstream when it is undefined. */
export function advancedOf(upstream: Upstream | undefined): AdvancedValues {
  return {
    hostHeader: upstream?.host_header ?? 'upstream',
    tlsServerName: upstream?.tls_server_name ?? '',
    geoFields: upstream?.geo_fields ?? false,
    metadataFields: upstream?.metadata_fields ?? false,
    tlsCa: upstream?.tls_ca ?? '',
    targets: targetRows(upstream?.targets ?? []),
    healthCheck: healthValues(upstream?.health_check ?? null),
  };
}

export function advancedBody(values: AdvancedValues): Body {
  return {
    host_header: values.hostHeader,
    tls_server_name: values.tlsServerName.trim(),
    geo_fields: values.geoFields,
    metadata_fields: values.metadataFields,
    tls_ca: values.tlsCa,
    targets: targetsOf(values.targets),
    health_check: healthCheckOf(values.healthCheck),
  };
}

/** Whether anything differs from a new upstream, so that the fields should be in sight. */
export function isAdvanced(values: AdvancedValues): boolean {
  return JSON.stringify(advancedBody(values)) !== JSON.stringify(advancedBody(advancedOf(undefined)));
}
