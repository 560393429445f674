/** `/metrics` of the running service, read as Prometheus reads it. Source: docs/guides/operations.md. */
import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../support/free-port.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) skipLoudly('what promtool says of /metrics', 'no promtool (Debian package prometheus)');

test.skipIf(!hasPromtool)('promtool finds nothing wrong with /metrics', async () => {
  const [tlsPort, closed] = await freePorts(2);
  const service = await TestService.start({
    dataDir: await tempDir(),
    // With automatic certificates, whose metrics are there only then; nothing here orders one.
    env: {
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: `https://127.0.0.1:${closed}/directory`,
      NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
    },
  });
  onTestFinished(async () => {
    await service.stop();
  });
  const metrics = async (): Promise<string> => (await service.api('/metrics', { token: null })).body;
  await expect.poll(metrics).toMatch(/^nameplate_acme_certificates\{state="valid"\} 0$/m);
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: await metrics(),
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
