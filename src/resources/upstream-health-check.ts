/** How an upstream's targets are checked. Source: docs/reference/domains.md ("Health checks"). */
import { quoteValue } from '../core/errors.ts';
import type { HealthCheck } from '../core/route.ts';
import type { Reading } from './definition.ts';

const maxPathLength = 1_024;
const defaultStatus = [200, 399] as const;
const numbers = {
  interval_seconds: { minimum: 5, maximum: 3_600, default: 10 },
  timeout_seconds: { minimum: 1, maximum: 10, default: 5 },
  healthy_after: { minimum: 1, maximum: 10, default: 2 },
  unhealthy_after: { minimum: 1, maximum: 10, default: 3 },
} as const;
const statusLimits = { minimum: 100, maximum: 599 } as const;

const properties = {
  path: { type: 'string', maxLength: maxPathLength },
  interval_seconds: { type: 'integer', ...numbers.interval_seconds },
  timeout_seconds: { type: 'integer', ...numbers.timeout_seconds },
  status: {
    type: 'array',
    items: { type: 'integer', ...statusLimits },
    minItems: 2,
    maxItems: 2,
    default: defaultStatus,
  },
  healthy_after: { type: 'integer', ...numbers.healthy_after },
  unhealthy_after: { type: 'integer', ...numbers.unhealthy_after },
} as const;

/** JSON Schema of the attribute. */
export const healthCheckSchema: Readonly<Record<string, unknown>> = {
  type: ['object', 'null'],
  properties,
  required: ['path'],
  additionalProperties: false,
};

/** Reads an object or null; what is left out has its default. */
export function readHealthCheck(value: unknown): Reading<HealthCheck | null> {
  if (value === null) return { ok: true, value };
  if (typeof value !== 'object' || Array.isArray(value))
    return { ok: false, reason: 'it is neither an object nor null' };
  const given = new Map<string, unknown>(Object.entries(value ?? {}));
  const known = Object.keys(properties);
  for (const name of given.keys())
    if (!known.includes(name))
      return { ok: false, reason: `it has ${quoteValue(name)}, which is none of ${known.join(', ')}` };
  const problems: string[] = [];
  const numberOf = (name: keyof typeof numbers): number => {
    const number = given.get(name) ?? numbers[name].default;
    const { minimum, maximum } = numbers[name];
    if (isWithin(number, numbers[name])) return number;
    problems.push(`its ${name} ${quoteValue(number)} is not an integer from ${minimum} to ${maximum}`);
    return numbers[name].default;
  };
  const { path, status = defaultStatus } = Object.fromEntries(given);
  if (!isPath(path))
    problems.push(
      path === undefined
        ? 'it has no path'
        : `its path ${quoteValue(path)} is not a "/" followed by at most ${maxPathLength - 1} visible ASCII characters but "#"`,
    );
  const check = {
    path: String(path),
    interval_seconds: numberOf('interval_seconds'),
    timeout_seconds: numberOf('timeout_seconds'),
    status: isRange(status) ? status : defaultStatus,
    healthy_after: numberOf('healthy_after'),
    unhealthy_after: numberOf('unhealthy_after'),
  };
  if (check.timeout_seconds > check.interval_seconds)
    problems.push(
      `its timeout_seconds ${check.timeout_seconds} is above its interval_seconds ${check.interval_seconds}`,
    );
  if (!isRange(status))
    problems.push(
      `its status ${quoteValue(status)} is not two integers from 100 to 599, the lower one first`,
    );
  const [reason] = problems;
  return reason === undefined ? { ok: true, value: check } : { ok: false, reason };
}

function isPath(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxPathLength &&
    /^\/[\x21-\x7e]*$/.test(value) &&
    !value.includes('#')
  );
}

function isRange(value: unknown): value is readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to]: unknown[] = value;
  return isWithin(from, statusLimits) && isWithin(to, statusLimits) && from <= to;
}

type Limits = { readonly minimum: number; readonly maximum: number };

function isWithin(value: unknown, { minimum, maximum }: Limits): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
}
