import { expect, it } from 'vitest';
import { diallingBy, domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawUpstream } from '../../../test/support/raw-upstream.ts';
import { AddressPolicy } from '../../core/address-policy.ts';
import { dial, type OnDialled } from './dial.ts';

it('takes a connection that was made while the process stood still for longer than it waits', async () => {
  const { port } = await openRawUpstream();
  const dialling = diallingBy(new AddressPolicy(['127.0.0.0/8'], []));
  const dialled = new Promise<Parameters<OnDialled>[0]>((resolve) => {
    dial(domainAt({ port }).upstream, { ...dialling, timeoutMs: 50 }, undefined, resolve);
  });
  // It has begun.
  await new Promise(setImmediate);
  // The system has the connection by then, and nobody could see that.
  const untilTick = performance.now() + 150;
  while (performance.now() < untilTick);
  const result = await dialled;
  expect(result).not.toHaveProperty('kind');
  if (!('kind' in result)) result.destroy();
});
