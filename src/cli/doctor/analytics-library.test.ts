import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { parseConfig } from '../../config/config.ts';
import { checkAnalyticsLibrary } from './analytics-library.ts';

const embedded = parseConfig({});
const server = parseConfig({ NAMEPLATE_CLICKHOUSE_URL: 'http://me:secret@127.0.0.1:8123/analytics' });

test('names the library that npm had no checksum for', async () => {
  const directory = await tempDir();
  const lock = (file: string, integrity: object) =>
    writeFileSync(
      join(directory, file),
      JSON.stringify({
        packages: { 'node_modules/@chdb/lib-linux-arm64-gnu': { version: '1', ...integrity } },
      }),
    );
  const look = (platform: string) => checkAnalyticsLibrary(embedded, platform, directory);
  expect(look('linux-arm64').level).toBe('warning');
  lock('package-lock.json', {});
  expect(look('linux-arm64')).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(/^@chdb\/lib-linux-arm64-gnu is not verified: /),
  });
  expect(checkAnalyticsLibrary(server, 'linux-arm64', directory).level).toBe('ok');
  expect(look('darwin-arm64').message).toContain('@chdb/lib-darwin-arm64 is not verified');
  lock('npm-shrinkwrap.json', { integrity: 'sha512-x' });
  expect(look('linux-arm64')).toMatchObject({ level: 'ok' });
});

test('is satisfied with what this repository locks for Linux on x64', () => {
  expect(checkAnalyticsLibrary(embedded, 'linux-x64').level).toBe('ok');
});
