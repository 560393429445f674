/** An upstream's health check as the texts of a form. The limits are the API's. Source: docs/reference/domains.md ("Health checks"). */
import type { components } from '../../../../client/src/openapi.ts';
import type { Upstream } from '../../api/resources.ts';

type HealthCheck = components['schemas']['UpstreamUpdate']['health_check'];

export type HealthValues = {
  readonly isOn: boolean;
  readonly path: string;
  readonly interval: string;
  readonly timeout: string;
  readonly firstStatus: string;
  readonly lastStatus: string;
  readonly healthyAfter: string;
  readonly unhealthyAfter: string;
};

const fields = [
  'path',
  'interval',
  'timeout',
  'firstStatus',
  'lastStatus',
  'healthyAfter',
  'unhealthyAfter',
] as const satisfies readonly (keyof HealthValues)[];
export type HealthField = (typeof fields)[number];

const limits: Readonly<Record<Exclude<HealthField, 'path'>, readonly [number, number]>> = {
  interval: [5, 3600],
  timeout: [1, 10],
  firstStatus: [100, 599],
  lastStatus: [100, 599],
  healthyAfter: [1, 10],
  unhealthyAfter: [1, 10],
};

export function healthValues(check: Upstream['health_check']): HealthValues {
  const [firstStatus = 200, lastStatus = 399] = check?.status ?? [];
  return {
    isOn: check !== null,
    path: check?.path ?? '/',
    interval: String(check?.interval_seconds ?? 10),
    timeout: String(check?.timeout_seconds ?? 5),
    firstStatus: String(firstStatus),
    lastStatus: String(lastStatus),
    healthyAfter: String(check?.healthy_after ?? 2),
    unhealthyAfter: String(check?.unhealthy_after ?? 3),
  };
}

export function healthCheckOf(values: HealthValues): NonNullable<HealthCheck> | null {
  if (!values.isOn) return null;
  return {
    path: values.path.trim(),
    interval_seconds: Number(values.interval),
    timeout_seconds: Number(values.timeout),
    status: [Number(values.firstStatus), Number(values.lastStatus)],
    healthy_after: Number(values.healthyAfter),
    unhealthy_after: Number(values.unhealthyAfter),
  };
}

/** What is wrong with a field; undefined when nothing is. */
export function healthProblem(values: HealthValues, field: HealthField): string | undefined {
  if (field === 'path') {
    return /^\/[\x21-\x22\x24-\x7e]{0,1023}$/.test(values.path.trim())
      ? undefined
      : 'A path begins with / and has no spaces, # or special characters.';
  }
  const [least, most] = limits[field];
  const number = Number(values[field]);
  if (!/^\d{1,4}$/.test(values[field]) || number < least || number > most)
    return `Enter a number from ${least} to ${most}.`;
  if (field === 'timeout' && number > Number(values.interval))
    return 'This must not be longer than the time between checks.';
  if (field === 'lastStatus' && number < Number(values.firstStatus))
    return 'This must not be below the first good status.';
  return undefined;
}

/** Whether the API may be asked. */
export function isHealthComplete(values: HealthValues): boolean {
  return !values.isOn || fields.every((field) => healthProblem(values, field) === undefined);
}
