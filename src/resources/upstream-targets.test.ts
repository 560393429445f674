import { describe, expect, it } from 'vitest';
import { readTargets } from './upstream-targets.ts';

describe('readTargets', () => {
  it('normalises hosts, and has 443 where no port is given', () => {
    expect(readTargets([{ host: ' B.Example. ' }, { host: '[::0001]', port: 8080 }])).toEqual({
      ok: true,
      value: [
        { host: 'b.example', port: 443 },
        { host: '::1', port: 8080 },
      ],
    });
    expect(readTargets([])).toEqual({ ok: true, value: [] });
  });

  it.each([
    [undefined, 'it is not a list'],
    [null, 'it is not a list'],
    [{ host: 'a.example' }, 'it is not a list'],
    [['a.example'], 'its target 1 is not an object'],
    [[null], 'its target 1 is not an object'],
    [[{ port: 1 }], 'its target 1 has no host'],
    [[{ host: 7 }], 'its target 1 has no host'],
    [[{ host: 'a.example', tls: true }], 'its target 1 has "tls", which is not host or port'],
    [[{ host: 'http://a.example' }], /^its target 1 has the host "http:\/\/a\.example": /],
    [[{ host: 'a.example' }, { host: 'b.example', port: 0 }], 'its target 2 has the port 0'],
    [[{ host: 'a.example', port: '443' }], 'its target 1 has the port "443"'],
    [[{ host: 'a.example', port: 1.5 }], 'its target 1 has the port 1.5'],
    [[{ host: 'a.example' }, { host: 'A.example', port: 443 }], 'its target 2 is there twice'],
    [Array.from({ length: 17 }, (_, n) => ({ host: `a${n}.example` })), 'it has 17 targets'],
  ])('refuses %j', (value, reason) => {
    const reading = readTargets(value);
    expect(reading).toMatchObject({ ok: false });
    expect('reason' in reading ? reading.reason : '').toMatch(reason);
  });
});
