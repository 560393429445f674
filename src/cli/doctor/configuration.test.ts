import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { variableNames } from '../../config/variables.ts';
import { checkConfiguration } from './configuration.ts';

test('names every variable, with its default when it is not set', () => {
  const { findings, config } = checkConfiguration({});
  expect(findings.map(({ check }) => check)).toEqual(variableNames);
  expect(findings.every(({ level }) => level === 'ok')).toBe(true);
  expect(findings.find(({ check }) => check === 'NAMEPLATE_API_PORT')?.message).toBe(
    'not set (default: 3000)',
  );
  expect(config.api.port).toBe(3000);
});

test('finds every bad variable, not only the first, and goes on with the defaults', () => {
  const { findings, config } = checkConfiguration({
    NAMEPLATE_API_PORT: 'x',
    NAMEPLATE_RATE_LIMIT: '-1',
    NAMEPLATE_PORT_API: '1',
    NAMEPLATE_DATA_DIR: '/srv/nameplate',
  });
  const problems = findings.filter(({ level }) => level === 'problem').map(({ check }) => check);
  expect(problems).toEqual(['NAMEPLATE_PORT_API', 'NAMEPLATE_API_PORT', 'NAMEPLATE_RATE_LIMIT']);
  expect(config).toMatchObject({ dataDir: '/srv/nameplate', api: { port: 3000 } });
});

test.each([
  [{ NAMEPLATE_API_PORT: '8080' }, 'NAMEPLATE_EDGE_HTTP_PORT'],
  [{ NAMEPLATE_EDGE_HTTP_PORT: '3000' }, 'NAMEPLATE_EDGE_HTTP_PORT'],
])('finds listeners that clash: %j', (environment, variable) => {
  const { findings } = checkConfiguration(environment);
  expect(findings.filter(({ level }) => level === 'problem').map(({ check }) => check)).toEqual([variable]);
});

test('ends where a variable is missing beside one that needs it', () => {
  const { findings } = checkConfiguration({ NAMEPLATE_ACME: 'on', NAMEPLATE_ACME_EAB_KEY_ID: 'kid-1' });
  const problems = findings.filter(({ level }) => level === 'problem');
  expect(problems).toMatchObject([{ check: 'NAMEPLATE_ACME_EAB_HMAC_KEY' }]);
});

test('shows no secret', () => {
  const secret = `np_${'s'.repeat(43)}`;
  const { findings } = checkConfiguration({
    NAMEPLATE_BOOTSTRAP_TOKEN: secret,
    NAMEPLATE_DATABASE_URL: 'postgres://me:hunter2@db.example/nameplate',
  });
  expect(JSON.stringify(findings)).not.toMatch(/sss|hunter2/);
});

test('names the files that secrets are in, not what they hold', async () => {
  const directory = await tempDir();
  const [good, bad] = [join(directory, 'good'), join(directory, 'bad')];
  writeFileSync(good, 'postgres://user:hunter2@db/x');
  writeFileSync(bad, 'hunter2');
  const { findings } = checkConfiguration({
    NAMEPLATE_DATABASE_URL_FILE: good,
    NAMEPLATE_SECRET_KEY_FILE: bad,
    NAMEPLATE_CLICKHOUSE_URL_FILE: join(directory, 'none'),
  });
  const texts = findings.map(({ level, check, message }) => `${level} ${check} ${message}`);
  expect(texts).toContain(`ok NAMEPLATE_DATABASE_URL read from "${good}"`);
  expect(texts.filter((text) => text.startsWith('problem'))).toEqual([
    expect.stringContaining('NAMEPLATE_CLICKHOUSE_URL_FILE is'),
    expect.stringContaining('NAMEPLATE_SECRET_KEY is (hidden'),
  ]);
  expect(texts.join()).not.toContain('hunter2');
});
