import { describe, expect, it } from 'vitest';
import { readHealthCheck } from './upstream-health-check.ts';

describe('readHealthCheck', () => {
  it('has defaults for all but the path, and null is none', () => {
    expect(readHealthCheck(null)).toEqual({ ok: true, value: null });
    expect(readHealthCheck({ path: '/up?full=1' })).toEqual({
      ok: true,
      value: {
        path: '/up?full=1',
        interval_seconds: 10,
        timeout_seconds: 5,
        status: [200, 399],
        healthy_after: 2,
        unhealthy_after: 3,
      },
    });
  });

  it.each([
    [undefined, 'it is neither an object nor null'],
    ['/health', 'it is neither an object nor null'],
    [[], 'it is neither an object nor null'],
    [{}, 'it has no path'],
    [{ path: null }, 'its path null is not'],
    [{ path: 'health' }, 'its path "health" is not'],
    [{ path: '/a b' }, 'its path "/a b" is not'],
    [{ path: '/a#b' }, 'its path "/a#b" is not'],
    [{ path: '/a\r\nX-Y: z' }, 'its path "/a\\r\\nX-Y: z" is not'],
    [{ path: '/ä' }, 'its path "/ä" is not'],
    [{ path: `/${'a'.repeat(1_024)}` }, 'at most 1023 visible ASCII'],
    [{ path: '/', method: 'HEAD' }, 'it has "method", which is none of path, interval_seconds,'],
    [{ path: '/', ['__proto__']: 1 }, 'it has "__proto__", which is none of'],
    [{ path: '/', interval_seconds: 4 }, 'its interval_seconds 4 is not an integer from 5 to 3600'],
    [{ path: '/', interval_seconds: 5.5 }, 'its interval_seconds 5.5 is not'],
    [{ path: '/', timeout_seconds: 11 }, 'its timeout_seconds 11 is not an integer from 1 to 10'],
    [
      { path: '/', interval_seconds: 5, timeout_seconds: 6 },
      'its timeout_seconds 6 is above its interval_seconds 5',
    ],
    [{ path: '/', healthy_after: 0 }, 'its healthy_after 0 is not an integer from 1 to 10'],
    [{ path: '/', unhealthy_after: '3' }, 'its unhealthy_after "3" is not an integer from 1 to 10'],
    [{ path: '/', status: 200 }, 'its status 200 is not two integers from 100 to 599, the lower one first'],
    [{ path: '/', status: [399, 200] }, 'its status [399,200] is not'],
    [{ path: '/', status: [200] }, 'its status [200] is not'],
    [{ path: '/', status: [99, 200] }, 'its status [99,200] is not'],
  ])('refuses %j', (value, reason) => {
    const reading = readHealthCheck(value);
    expect(reading).toMatchObject({ ok: false });
    expect('reason' in reading ? reading.reason : '').toContain(reason);
  });
});
