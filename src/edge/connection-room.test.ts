import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { ConnectionRoom, descriptorLimit } from './connection-room.ts';
import { Listener } from './listener.ts';

describe('ConnectionRoom', () => {
  it('keeps a quarter of the descriptors for other things', () => {
    const room = new ConnectionRoom(1_000, () => {});
    const holder = { size: 500 };
    room.add(holder);
    room.add({ size: 249 });
    expect(room.isFull).toBe(false);
    holder.size++;
    expect(room.isFull).toBe(true);
  });

  it('tells what was turned away, at most once a minute', () => {
    const reasons: string[] = [];
    const room = new ConnectionRoom(100, (reason) => reasons.push(reason));
    expect(room.news(0)).toBeUndefined();
    room.turnedAway('limit');
    expect(room.news(1)).toEqual({ connections: 1, reason: 'limit', limit: 75 });
    room.turnedAway('limit');
    room.turnedAway('EMFILE');
    expect(room.news(60_000)).toBeUndefined();
    expect(room.news(60_001)).toEqual({ connections: 2, reason: 'EMFILE', limit: 75 });
    expect(room.news(200_000)).toBeUndefined();
    expect(reasons).toEqual(['limit', 'limit', 'EMFILE']);
  });

  it('has clients turned away while it is full, and taken after that', async () => {
    const reasons: string[] = [];
    const room = new ConnectionRoom(2.7, (reason) => reasons.push(reason));
    const listener = await Listener.open({
      host: '127.0.0.1',
      port: 0,
      handler: { handle: () => {} },
      clock: systemClock,
      onConnection: () => {},
      onExchange: () => {},
      room,
    });
    const clients = [0, 1].map(() => connect(listener.port, '127.0.0.1'));
    await expect.poll(() => listener.openConnections).toBe(2);
    const third = connect(listener.port, '127.0.0.1').on('error', () => {});
    await once(third, 'close');
    expect(reasons).toEqual(['limit']);
    clients[0]?.destroy();
    await expect.poll(() => listener.openConnections).toBe(1);
    const fourth = connect(listener.port, '127.0.0.1');
    await expect.poll(() => listener.openConnections).toBe(2);
    for (const client of [...clients, fourth]) client.destroy();
    listener[Symbol.dispose]();
  });
});

describe('descriptorLimit', () => {
  it('reads what the system says', () => {
    expect(descriptorLimit()).toBeGreaterThan(100);
  });

  it('is unlimited where nothing is said', () => {
    expect(descriptorLimit('/nonexistent')).toBe(Number.POSITIVE_INFINITY);
  });
});
