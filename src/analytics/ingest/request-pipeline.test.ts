import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleRecord } from '../../../test/support/spool-directory.ts';
import type { RequestRow } from '../engine/request-row.ts';
import { RequestPipeline } from './request-pipeline.ts';
import type { RequestRecord } from './request-record.ts';

const pipeline = new RequestPipeline(
  { nameOf: (userAgent) => (userAgent.includes('Googlebot') ? 'Googlebot' : '') },
  { slugOf: (address) => (address.startsWith('192.0.2.') ? 'example-hosting' : '') },
);

function rowOf(changes: Partial<RequestRecord>): RequestRow {
  const row = pipeline.toRow({ ...sampleRecord, ...changes });
  if (typeof row === 'string') throw new Error(`refused: ${row}`);
  return row;
}

describe('RequestPipeline', () => {
  it('makes a row', () => {
    expect(rowOf({})).toEqual({
      domain: sampleRecord.domainUuid,
      time: sampleRecord.startedAtMs,
      duration_us: 1_500,
      bytes_in: 300,
      bytes_out: 5_000,
      status: 200,
      method: 'GET',
      path: '/some/page',
      bot: '',
      datacenter: '',
    });
  });

  it('names bot and hosting network', () => {
    const row = rowOf({ userAgent: 'Googlebot/2.1', clientAddress: '192.0.2.7' });
    expect(row).toMatchObject({ bot: 'Googlebot', datacenter: 'example-hosting' });
  });

  it.each([
    ['/caf\u00e9', '/caf%E9'],
    ['/caf\u00c3\u00a9', '/caf%C3%A9'],
    ['/a\u0000b\nc\u007f', '/a%00b%0Ac%7F'],
    ['/a%20b%', '/a%20b%'],
    ['/a b', '/a b'],
    ['/\ud800x', '/%EF%BF%BDx'],
    ['/\u4e2d\u{1f600}', '/%E4%B8%AD%F0%9F%98%80'],
    ['', ''],
  ])('stores the path %j as %j', (path, expected) => {
    expect(rowOf({ path }).path).toBe(expected);
  });

  it('stores any path as printable ASCII, and printable ASCII as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        const stored = rowOf({ path }).path;
        expect(stored).toMatch(/^[\x20-\x7e]*$/);
        if (/^[\x20-\x7e]*$/.test(path)) expect(stored).toBe(path);
      }),
    );
  });

  it('keeps paths of 8 KiB whole and cuts longer ones', () => {
    const path = `/${'x'.repeat(8 * 1024 - 1)}`;
    expect(rowOf({ path }).path).toBe(path);
    expect(rowOf({ path: `${path}yyy` }).path).toBe(path);
  });

  it.each([
    ['a clock that stepped backwards', { durationUs: -5_000_000 }, { duration_us: 0 }],
    ['a connection open for ever', { durationUs: 1e15 }, { duration_us: 31 * 86_400e6 }],
    [
      'fractions',
      { durationUs: 1.9, bytesIn: 2.5, startedAtMs: 1000.7 },
      { duration_us: 1, bytes_in: 2, time: 1000 },
    ],
    ['negative bytes', { bytesIn: -1, bytesOut: -1 }, { bytes_in: 0, bytes_out: 0 }],
    ['status 999', { status: 999 }, { status: 999 }],
    ['status 70000', { status: 70_000 }, { status: 999 }],
    ['a method that is no token', { method: 'GE T' }, { method: '' }],
    ['an endless method', { method: 'A'.repeat(33) }, { method: '' }],
  ])('brings %s into range', (_, changes, expected) => {
    expect(rowOf(changes)).toMatchObject(expected);
  });

  it.each([-1, Date.UTC(2100, 0, 1), 1e300, Number.NaN])('refuses the time %d', (startedAtMs) => {
    expect(pipeline.toRow({ ...sampleRecord, startedAtMs })).toBe('time_invalid');
  });

  it.each([0, Date.UTC(2100, 0, 1) - 1])('takes the time %d', (startedAtMs) => {
    expect(rowOf({ startedAtMs }).time).toBe(startedAtMs);
  });
});
