/** The built program starts, serves its API, its pages and visitors, and stops. */
import { expect, onTestFinished, test } from 'vitest';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

test('starts, follows a redirect, serves dashboard and tracker, and stops', async () => {
  const service = await TestService.start({ dataDir: await tempDir('file') });
  onTestFinished(async () => {
    await service.stop();
  });

  const form = { source_host: 'go.example.com', destination_url: 'https://www.example.org' };
  expect(await service.api(service.redirects, { form })).toMatchObject({ status: 201 });
  expect(await service.edge('go.example.com', '/hello?a=1')).toMatchObject({
    status: 301,
    location: 'https://www.example.org/hello?a=1',
  });

  const page = await fetch(`${service.apiOrigin}/`).then((answer) => answer.text());
  const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  for (const path of [script, '/.nameplate/script.js']) {
    const answer = await fetch(`${service.apiOrigin}${path}`);
    expect(answer.headers.get('content-type'), path).toContain('javascript');
  }

  expect(await service.stop()).toBe(0);
  expect(service.output).not.toContain(service.token);
});
