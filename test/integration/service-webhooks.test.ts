/** Webhooks of a service that is killed while it sends. Source: docs/reference/webhooks.md ("Order", "Attempts"). */
import { expect, onTestFinished, test } from 'vitest';
import { loopbackUpstreams } from '../support/domains.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';
import { WebhookStorm } from '../support/webhook-storm.ts';

test('each event arrives, signed and in order, at a receiver that fails half the time, through kill -9', async () => {
  const env = await serviceEnvironment({ dataDir: await tempDir(), workers: 1, env: loopbackUpstreams });
  const service = await TestService.startWith(env);
  onTestFinished(() => service.kill());
  const seed = process.env.NAMEPLATE_TEST_SEED ?? 'webhooks';
  const result = await WebhookStorm.run(
    service,
    { redirects: 8, eventsEach: 4, kills: 1, failPercent: 50, hangPercent: 0, seed },
    onTestFinished,
  );
  expect(result, `seed ${seed}`).toMatchObject({
    events: 32,
    missing: 0,
    outOfOrder: [],
    refusals: [],
    recoveriesMs: [expect.any(Number)],
    log: { delivered: 32 },
  });
  expect(result.attempts).toBeGreaterThan(32);
});
