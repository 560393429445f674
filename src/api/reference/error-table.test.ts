import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiErrors } from './error-table.ts';

describe('apiErrors', () => {
  it('gives every `_invalid`, `_taken` and `_unknown` code status 400, and only statuses of failure', () => {
    for (const { code, status } of apiErrors) {
      if (/_(?:invalid|taken|unknown)$/.test(code)) expect([code, status]).toEqual([code, 400]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });

  it.each([
    ['source_host_invalid', 400],
    ['match_path_invalid', 400],
    ['source_host_taken', 400],
    ['not_found', 404],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['method_not_allowed', 405],
    ['payload_too_large', 413],
    ['unsupported_media_type', 415],
    ['rate_limited', 429],
    ['internal_error', 500],
    ['unavailable', 503],
  ])('has %s with status %d', (code, status) => {
    expect(apiErrors).toContainEqual(expect.objectContaining({ code, status }));
  });

  it('says what each kind of attribute refuses', () => {
    const whenOf = (wanted: string) => apiErrors.find(({ code }) => code === wanted)?.when;
    expect(whenOf('preserve_path_invalid')).toBe('`preserve_path` is not a boolean.');
    expect(whenOf('port_invalid')).toBe('`port` is not an integer from 1 to 65535.');
    expect(whenOf('web_analytics_invalid')).toBe('`web_analytics` is not `inject`, `manual` or `off`.');
    expect(whenOf('challenge_type_invalid')).toMatch(
      /^`challenge_type` is not `http01` or `dns01`, or is `dns01` where/,
    );
  });

  it('stands in docs/reference/errors.md, all of it and nothing else', () => {
    const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| (\d{3}) \| `([a-z_]+)` \|/gm)].map(
      ([, status, code]) => `${code} ${status}`,
    );
    const defined = apiErrors.map(({ code, status }) => `${code} ${status}`);
    expect(new Set(documented)).toEqual(new Set(defined));
    expect(documented).toHaveLength(defined.length);
  });
});
