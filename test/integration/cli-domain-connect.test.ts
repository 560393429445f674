/** `nameplate domain-connect template`. Source: docs/reference/domain-connect.md. */
import { expect, test } from 'vitest';
import { createAccount, runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

const variables = {
  NAMEPLATE_EDGE_HOSTNAME: 'edge.example.co.uk',
  NAMEPLATE_EDGE_ADDRESSES: '203.0.113.7',
  NAMEPLATE_DNS_ZONE: 'acme.example.net',
  NAMEPLATE_API_ORIGIN: 'https://app.example.net',
};

test('it is that of the installation, which gets its key', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const run = (args: readonly string[] = [], env: Record<string, string> = variables) =>
    runCli(['domain-connect', 'template', ...args], { dataDir, env });
  const printed = await run(['--provider-name', 'Example Shops', '--template-version', '3']);
  expect(printed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('example.co.uk.nameplate.json'),
  });
  expect(JSON.parse(printed.stdout)).toMatchObject({
    providerId: 'example.co.uk',
    providerName: 'Example Shops',
    serviceId: 'nameplate',
    serviceName: 'Nameplate',
    version: 3,
    syncPubKeyDomain: 'acme.example.net',
    syncRedirectDomain: 'app.example.net',
  });
  expect(JSON.parse((await run()).stdout)).toMatchObject({ providerName: 'example.co.uk', version: 1 });
  for (const wrong of [
    ['--template-version', '0'],
    ['--provider-name', ''],
    ['--service-name', 'Shops\n'.repeat(2)],
  ])
    expect(await run(wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining(wrong[0] ?? '') });
  expect(await run([], {})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('without NAMEPLATE_EDGE_HOSTNAME'),
  });
});
