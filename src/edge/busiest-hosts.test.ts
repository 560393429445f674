import { expect, test } from 'vitest';
import { BusiestHosts, HostCounter } from './busiest-hosts.ts';

const many = 100_000;

test('a worker tells the busiest hosts, each since it last told it, and counts the others on', () => {
  const counter = new HostCounter();
  const often = (host: string, times: number) => {
    for (let time = 0; time < times; time++) counter.count(host);
  };
  for (let index = 0; index < 1_000; index++) often(`${index}.example.com`, 2);
  often('rare.example.com', 1);
  expect(new Map(counter.take()).get('7.example.com')).toBe(2);
  often('rare.example.com', 2);
  often('7.example.com', 1);
  expect(new Map(counter.take())).toEqual(
    new Map([
      ['rare.example.com', 3],
      ['7.example.com', 1],
    ]),
  );
  expect(counter.take()).toEqual([]);
});

test('a worker that serves more hosts than it counts misses no request of the busy ones', () => {
  const counter = new HostCounter();
  for (let index = 0; index < many; index++) {
    counter.count(`${index}.example.com`);
    if (index % 1_000 === 0) for (let time = 0; time < 5; time++) counter.count('busy.example.com');
  }
  const taken = counter.take();
  expect(taken[0]).toEqual(['busy.example.com', 500]);
  expect(taken).toHaveLength(1_000);
});

test('the busiest hosts come first, with all their requests, however many others there are', () => {
  const hosts = new BusiestHosts(2, () => 0);
  for (let index = 0; index < many; index += 1_000) {
    const others = Array.from({ length: 1_000 }, (_, place) => [`${index + place}.example.com`, 1] as const);
    hosts.add([...others, ['one.example.com', 20], ['two.example.com', 30]]);
  }
  expect(hosts.read()).toEqual([
    ['two.example.com', 3_000],
    ['one.example.com', 2_000],
  ]);
});

test('one that gets busy late is found, and counts from then on', () => {
  const hosts = new BusiestHosts(1, () => 0);
  hosts.add([['late.example.com', 1]]);
  for (let index = 0; index < many; index += 1_000)
    hosts.add(Array.from({ length: 1_000 }, (_, place) => [`${index + place}.example.com`, 2] as const));
  hosts.add([['late.example.com', 50]]);
  // What it had before it was forgotten isn't counted: its counter has begun anew.
  expect(hosts.read()).toEqual([['late.example.com', 50]]);
});

test('one that was busy gives way to one that is, and goes on where it was when it is back', () => {
  let now = 0;
  const hosts = new BusiestHosts(1, () => now);
  hosts.add([['once.example.com', 1_000]]);
  for (let minute = 0; minute < 60; minute++) {
    now += 60_000;
    hosts.add([['now.example.com', 10]]);
  }
  expect(hosts.read()).toEqual([['now.example.com', 600]]);
  hosts.add([['once.example.com', 1_000]]);
  expect(hosts.read()).toEqual([['once.example.com', 2_000]]);
});
