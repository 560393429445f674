import { expect, onTestFinished, test, vi } from 'vitest';
import { nothing, RecordedRoute } from './recorded-routes.ts';
import { RouteVisitors } from './route-visitors.ts';
import type { EdgeAnswer } from './service-client.ts';

const own = 'one.example.com';

/** Visitors of one redirect with the versions v1 and v2, whose edge answers as it is told. */
function open() {
  const route = new RecordedRoute('redirect', own);
  const versions = [route.attempt('create'), route.attempt('update')];
  route.acknowledge();
  const edge = { serves: nothing as string | undefined };
  const service = {
    edge: async (_: string, target = ''): Promise<EdgeAnswer> => {
      if (edge.serves === undefined) throw new Error('ECONNRESET');
      const location = edge.serves === nothing ? undefined : `https://${edge.serves}${target}`;
      return { status: location === undefined ? 404 : 301, location, headers: {}, body: '' };
    },
  };
  const visitors = new RouteVisitors([{ name: 'edge', service }], [route]);
  const ask = async (version: string | undefined): Promise<readonly string[]> => {
    edge.serves = version;
    await visitors.differences();
    return visitors.wrong;
  };
  return { route, versions, visitors, ask };
}

test('every version of the host itself is right, in their order', async () => {
  const { versions, visitors, ask } = open();
  await visitors.stop();
  for (const version of [nothing, ...versions]) expect(await ask(version)).toEqual([]);
});

test.each(['v1.other.example.com', `v3.${own}`])('%s is wrong', async (version) => {
  const { visitors, ask } = open();
  await visitors.stop();
  expect(await ask(version)).toEqual([expect.stringContaining(version)]);
});

test('an edge that goes back is wrong, unless its workers had the newer version only just now', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { versions, visitors, ask } = open();
  await visitors.stop();
  const [older, newer] = versions;
  await ask(newer);
  expect(await ask(older)).toEqual([]);
  vi.advanceTimersByTime(11_000);
  expect(await ask(older)).toEqual([expect.stringContaining(own)]);
});

test('connections are cut only where workers were killed', async () => {
  const { visitors, ask } = open();
  await visitors.stop();
  expect(await ask(undefined)).toHaveLength(1);
  visitors.noteKill('other edge');
  expect(await ask(undefined)).toHaveLength(2);
  visitors.noteKill('edge');
  expect(await ask(undefined)).toHaveLength(2);
});

test('each answer is stored once; only the last records of a killed worker may be missing', async () => {
  const { versions, visitors, ask } = open();
  await visitors.stop();
  await ask(versions[1]);
  await ask(nothing);
  await ask(undefined);
  const stored = (...counts: readonly number[]) =>
    new Map(counts.map((count, place) => [`/visit/${place}`, count]));
  expect(visitors.unlikeStored(stored(1))).toEqual([]);
  expect(visitors.unlikeStored(stored(1, 0, 1))).toEqual([]);
  for (const counts of [[0], [2], [1, 1], [1, 0, 2]])
    expect(visitors.unlikeStored(stored(...counts))).toHaveLength(1);
  visitors.noteKill('edge');
  expect(visitors.unlikeStored(stored(0))).toEqual([]);
});
