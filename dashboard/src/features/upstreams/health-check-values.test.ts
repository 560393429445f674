import { expect, test } from 'vitest';
import {
  type HealthField,
  healthCheckOf,
  healthProblem,
  healthValues,
  isHealthComplete,
} from './health-check-values.ts';

const check = {
  path: '/health?deep=1',
  interval_seconds: 30,
  timeout_seconds: 10,
  status: [200, 204],
  healthy_after: 1,
  unhealthy_after: 5,
};

test('sends back what it was given, and nothing while it is off', () => {
  expect(healthCheckOf(healthValues(check))).toEqual(check);
  expect(healthCheckOf(healthValues(null))).toBeNull();
  expect(healthCheckOf({ ...healthValues(null), isOn: true })).toEqual({
    path: '/',
    interval_seconds: 10,
    timeout_seconds: 5,
    status: [200, 399],
    healthy_after: 2,
    unhealthy_after: 3,
  });
});

test.each<[HealthField, string, string | undefined]>([
  ['path', '/a?b', undefined],
  ['path', 'a', 'A path begins with /'],
  ['path', '/a b', 'no spaces'],
  ['path', '/a#b', 'no spaces'],
  ['path', `/${'a'.repeat(1024)}`, 'A path'],
  ['interval', '4', 'from 5 to 3600'],
  ['interval', '5.5', 'from 5 to 3600'],
  ['timeout', '11', 'from 1 to 10'],
  ['timeout', '', 'from 1 to 10'],
  ['lastStatus', '199', 'not be below'],
  ['lastStatus', '600', 'from 100 to 599'],
  ['healthyAfter', '0', 'from 1 to 10'],
])('judges %s %j', (field, text, problem) => {
  const values = { ...healthValues(check), [field]: text };
  expect(healthProblem(values, field)).toEqual(
    problem === undefined ? undefined : expect.stringContaining(problem),
  );
  expect(isHealthComplete(values)).toBe(problem === undefined);
  expect(isHealthComplete({ ...values, isOn: false })).toBe(true);
});

test('a check must not take longer than the time between checks', () => {
  expect(healthProblem({ ...healthValues(check), interval: '5' }, 'timeout')).toContain('longer');
});
