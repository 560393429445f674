import { expect, it } from 'vitest';
import { Samples } from './samples.ts';

const pathsOf = (samples: Samples): string[] => samples.list().map(({ path }) => path);

it('keeps the 20 that were recorded most often, then by path', () => {
  const samples = new Samples();
  for (let index = 0; index < 50; index++)
    samples.add(`/${String(index).padStart(2, '0')}`, 'a', 'b', index % 10);
  expect(pathsOf(samples)).toEqual(
    [9, 8, 7, 6].flatMap((last) => ['0', '1', '2', '3', '4'].map((first) => `/${first}${last}`)),
  );
});

it('counts groups of one path together, also where the path comes again', () => {
  const samples = new Samples();
  samples.add('/a', 'x', 'y', 2);
  samples.add('/a', 'x', 'z', 3);
  samples.add('/a', 'x', 'y', 2);
  samples.add('/b', 'x', 'y', 5);
  samples.add('/a', 'x', 'z', 3);
  expect(samples.list()).toEqual([
    { path: '/a', before: 'x', after: 'z' },
    { path: '/b', before: 'x', after: 'y' },
    { path: '/a', before: 'x', after: 'y' },
  ]);
});
