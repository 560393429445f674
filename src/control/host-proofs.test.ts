import { expect, it } from 'vitest';
import type { DnsRecord } from '../core/custom-domain.ts';
import { ServiceError } from '../core/errors.ts';
import { ownershipRecord } from '../core/ownership-record.ts';
import { type HostClaiming, HostProofs } from './host-proofs.ts';

/** Refuses hosts that aren't proven, as writers do. */
function writing(...hosts: readonly string[]) {
  const runs: string[][] = [];
  const write = async ({ proven, refused }: HostClaiming) => {
    runs.push([...proven]);
    const contested = hosts.filter((host) => !proven.has(host));
    for (const host of contested) refused.set(host, host);
    if (contested.length > 0) throw new ServiceError('host_taken', 'refused');
    return 'written';
  };
  return { runs, write };
}

it('asks for nothing when the write succeeds, or fails for another reason', async () => {
  const asked: DnsRecord[] = [];
  const proofs = new HostProofs(async (records) => {
    asked.push(...records);
    return records;
  });
  expect(await proofs.claiming('a', writing().write)).toBe('written');
  await expect(proofs.claiming('a', () => Promise.reject(new Error('other')))).rejects.toThrow('other');
  expect(asked).toEqual([]);
});

it('writes once more with the proofs that were found', async () => {
  const proofs = new HostProofs(async (records) => records);
  const { runs, write } = writing('a.example', 'b.example');
  expect(await proofs.claiming('a', write)).toBe('written');
  expect(runs).toEqual([[], ['a.example', 'b.example']]);
});

it('does not write again without a proof', async () => {
  const proofs = new HostProofs(async () => [ownershipRecord('b', 'a.example')]);
  const { runs, write } = writing('a.example');
  await expect(proofs.claiming('a', write)).rejects.toMatchObject({ code: 'host_taken' });
  expect(runs).toEqual([[]]);
});

it('looks for 20 hosts of one write', async () => {
  const asked: DnsRecord[] = [];
  const proofs = new HostProofs(async (records) => {
    asked.push(...records);
    return records;
  });
  const { write } = writing(...Array.from({ length: 1_000 }, (_, index) => `h${index}.example`));
  await expect(proofs.claiming('a', write)).rejects.toMatchObject({ code: 'host_taken' });
  expect(asked).toHaveLength(20);
});

it('lets four writes of an account wait, and those of others too', async () => {
  const waiting: (() => void)[] = [];
  const proofs = new HostProofs((records) => new Promise((resolve) => waiting.push(() => resolve(records))));
  const write = (account: string) => proofs.claiming(account, writing('a.example').write);
  const first = Array.from({ length: 4 }, () => write('a'));
  await expect.poll(() => waiting.length).toBe(4);
  await expect(write('a')).rejects.toMatchObject({
    code: 'rate_limited',
    fields: { 'retry-after': '5' },
  });
  const other = write('b');
  await expect.poll(() => waiting.length).toBe(5);
  for (const go of waiting.splice(0)) go();
  expect(await Promise.all([...first, other])).toEqual(Array.from({ length: 5 }, () => 'written'));
  const next = write('a');
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect(await next).toBe('written');
});
