/** Runs the conformance table against the built service, once on each control store. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/core/errors.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Bench, takeSeenCodes } from './row.ts';
import { notProvoked, rows, sections } from './table.ts';

const start: Bench['start'] = async (env, options) => {
  const started = await TestService.startWith(env, options);
  onTestFinished(async () => {
    await started.stop();
  });
  return started;
};

onEachControlStore('conformance', (newLocation, engine) => {
  let service: TestService;

  const newEnvironment: Bench['newEnvironment'] = async (settings) => {
    const control = await newLocation();
    const dataDir = await dataDirFor(control);
    return serviceEnvironment({ ...settings, dataDir, control });
  };

  beforeAll(async () => {
    const control = await newLocation();
    const dataDir = await dataDirFor(control);
    service = await TestService.start({ dataDir, control, workers: 2 });
  });
  afterAll(() => service?.stop());

  for (const row of rows) {
    if (row.only !== undefined && row.only !== engine) continue;
    test(`${row.source}: ${row.statement}`, { timeout: 60_000 }, async () => {
      takeSeenCodes();
      await row.check(service, {
        engine,
        newEnvironment,
        start,
        newService: async (settings) => start(await newEnvironment(settings)),
        runToEnd: (env) => TestService.runToEnd(env),
        newDirectory: () => tempDir(),
      });
      const seen = takeSeenCodes();
      expect((row.codes ?? []).filter((code) => !seen.has(code))).toEqual([]);
    });
  }
});

test('every section that must be covered has rows, and every row belongs to one', () => {
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(sections));
});

test('no statement stands twice', () => {
  const statements = rows.map(({ source, statement }) => `${source}: ${statement}`);
  expect(statements.filter((text, index) => statements.indexOf(text) !== index)).toEqual([]);
});

test('every error code is provoked by a row, or listed with the reason why not', () => {
  const provoked = new Set<string>(rows.flatMap(({ codes = [] }) => codes));
  const listed = Object.keys(notProvoked);
  expect(new Set([...provoked, ...listed])).toEqual(new Set(Object.keys(errorTable)));
  expect(listed.filter((code) => provoked.has(code))).toEqual([]);
  for (const reason of Object.values<string>(notProvoked satisfies Partial<Record<ErrorCode, string>>)) {
    expect(reason).not.toBe('');
  }
});
