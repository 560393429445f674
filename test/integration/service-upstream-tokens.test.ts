/** Tokens of upstreams on the built program: sent to upstreams, kept from files and logs. Source: docs/reference/domains.md. */
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { errorField } from '../../src/core/error-field.ts';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';

const token = 'a-token-that-nobody-else-may-read';

/** An upstream that answers with the token it received. */
async function openUpstream(): Promise<number> {
  const server = http.createServer((request, response) => {
    response.end(String(request.headers['x-nameplate-auth-token']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
  return (server.address() as AddressInfo).port;
}

onEachControlStore('tokens of upstreams', (newLocation) => {
  test('reach the upstream, also after a restart, and are in no file and no log', async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    const env = await serviceEnvironment({
      dataDir,
      control,
      env: { NAMEPLATE_UPSTREAM_ALLOW: '127.0.0.0/8', NAMEPLATE_LOG_LEVEL: 'trace' },
    });
    const first = await TestService.startWith(env);
    const upstreams = `/api/v1/accounts/${first.accountUuid}/upstreams`;
    const json = { host: '127.0.0.1', port: await openUpstream(), tls: false, auth_token: token };
    const created = await first.api(upstreams, { json });
    expect(created.body.auth_token).toBe(token);
    const domain = { host: 'shop.example.com', web_analytics: 'off' };
    await first.api(`${upstreams}/${created.body.uuid}/custom_domains`, { json: domain });
    expect((await first.edge('shop.example.com')).body).toBe(token);
    expect((await first.api(`${upstreams}/${created.body.uuid}`)).body).toEqual(created.body);
    await first.kill();
    expect(await filesWith(token, dataDir)).toEqual([]);

    const second = await TestService.startWith(env);
    expect((await second.edge('shop.example.com')).body).toBe(token);
    await second.stop();
    expect(first.output + second.output).not.toContain(token);
    expect(await filesWith(token, dataDir)).toEqual([]);

    const { code, stderr } = await TestService.runToEnd({ ...env, NAMEPLATE_SECRET_KEY: newSecretKey() });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^nameplate: the tokens of 1 upstreams .*restore the key.*nameplate key reset.*\n$/,
    );
  });
});

async function filesWith(text: string, directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // Workers that lose their service remove files of theirs as they go.
    const content = await readFile(path).catch((error: unknown) => {
      if (errorField(error, 'code') !== 'ENOENT') throw error;
      return '';
    });
    if (content.includes(text)) found.push(path);
  }
  return found;
}
