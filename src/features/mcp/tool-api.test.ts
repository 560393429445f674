import { expect, test } from 'vitest';
import { pathOf, ToolApi } from './tool-api.ts';

const api = new ToolApi('account', () => Promise.reject(new Error('nothing is asked')), String);

test('an argument is one segment of a path', () => {
  expect(api.path('hosts', '../x', 'rules')).toBe('/api/v1/accounts/account/hosts/..%2Fx/rules');
  expect(api.path('hosts', '\ud800', 'rules')).toBe('/api/v1/accounts/account/hosts/%EF%BF%BD/rules');
  expect(api.path('hosts', '%2e%2e', 'rules')).toBe('/api/v1/accounts/account/hosts/%252e%252e/rules');
});

test.each(['.', '..'])('%j leads to no other place', (part) => {
  const refusal = { code: 'not_found', message: `there is no "${part}"` };
  expect(() => api.path('hosts', part, 'rules')).toThrow(expect.objectContaining(refusal));
  expect(() => pathOf('/api/v1/analytics', part)).toThrow(expect.objectContaining(refusal));
});
