/** `nameplate certificate` and `nameplate key`. Source: docs/reference/certificates.md. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import { makeAuthority, makeCertificate } from '../support/certificate-maker.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

async function openCli(env: Readonly<Record<string, string>> = {}) {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const run = (args: readonly string[], stdin = '', more: Readonly<Record<string, string>> = {}) =>
    runCli(args, { dataDir, stdin, env: { ...env, ...more } });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const write = async (name: string, text: string) => {
    const path = join(dataDir, name);
    await writeFile(path, text);
    return path;
  };
  return { dataDir, run, json, write };
}

test('adds, lists, shows and deletes certificates in the shapes of the API', async () => {
  const { dataDir, run, json, write } = await openCli();
  const issuer = makeAuthority('Corner CA');
  const made = makeCertificate({ issuer, sans: ['shop.example.com', '*.example.com'] });
  const files = ['--certificate', await write('c.pem', made.pem), '--key', await write('k.pem', made.keyPem)];
  const added = await run(['certificate', 'add', ...files, '--json']);
  expect(added.stderr).toMatch(/^nameplate: the chain ends before CN=Corner CA: /);
  const certificate = JSON.parse(added.stdout);
  expect(certificate).toMatchObject({ issuer: 'CN=Corner CA', sans: ['shop.example.com', '*.example.com'] });
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);

  expect(await json('certificate', 'show', certificate.uuid)).toEqual(certificate);
  expect(await json('certificate', 'list')).toEqual({
    data: [certificate],
    pagination: { page: 1, count: 1 },
  });
  expect((await json('certificate', 'list', '--all')).data).toEqual([certificate]);
  const table = await run(['certificate', 'list']);
  expect(table.stdout).toMatch(
    /^UUID +NAMES +ISSUER +EXPIRES +SIGNATURE\n[0-9a-f-]{36} +shop\.example\.com, \*/,
  );
  const shown = await run(['certificate', 'show', certificate.uuid]);
  expect(shown.stdout).toContain(`Fingerprint    ${certificate.fingerprint}`);
  expect(await run(['certificate', 'add', ...files])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is stored already'),
  });
  expect(await run(['certificate', 'delete', certificate.uuid, '--yes'])).toMatchObject({
    code: 0,
    stdout: `Custom certificate ${certificate.uuid} was deleted.\n`,
  });
  for (const command of ['show', 'delete']) {
    expect(await run(['certificate', command, certificate.uuid])).toMatchObject({
      code: 1,
      stderr: `nameplate: there is no custom certificate "${certificate.uuid}"\n`,
    });
  }
});

test('reads from standard input, and says what is wrong without showing a key', async () => {
  const { run, write } = await openCli();
  const made = makeCertificate();
  const file = await write('c.pem', made.pem);
  const fromInput = await run(['certificate', 'add', '--certificate', file, '--key', '-'], made.keyPem);
  expect(fromInput).toMatchObject({ code: 0, stdout: expect.stringContaining('www.example.com') });
  const both = await run(['certificate', 'add', '--certificate', '-', '--key', '-']);
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('only one of') });
  const missing = await run(['certificate', 'add', '--certificate', '/nonexistent.pem', '--key', file]);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('/nonexistent.pem') });
  const swapped = await run(['certificate', 'add', '--certificate', '-', '--key', file], made.keyPem);
  expect(swapped).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^nameplate: certificate is invalid: it has no certificate, only PRIVATE KEY; allowed: /,
    ),
  });
  expect(swapped.stderr).not.toContain('MI');
});

test('rotates the key of the file while the service runs', async () => {
  const dataDir = await tempDir();
  const service = await TestService.start({ dataDir });
  const secretKey = join(dataDir, 'secret.key');
  try {
    const before = await readFile(secretKey, 'utf8');
    const certificates = `/api/v1/accounts/${service.accountUuid}/custom_certificates`;
    const upload = async () => {
      const { pem, keyPem } = makeCertificate();
      return service.api(certificates, { json: { certificate: pem, private_key: keyPem } });
    };
    expect((await upload()).status).toBe(201);
    const prepared = await runCli(['key', 'rotate', '--prepare', '--json'], { dataDir });
    const { key_id: keyId } = JSON.parse(prepared.stdout);
    const rotated = await runCli(['key', 'rotate'], { dataDir });
    expect(rotated).toMatchObject({
      code: 0,
      stdout: `1 private keys and tokens are encrypted with secret key ${keyId} now.\n`,
    });
    const after = await readFile(secretKey, 'utf8');
    expect(after.split('\n').at(-2)).not.toBe(before.split('\n').at(-2));
    expect((await upload()).status).toBe(201);
    for (const key of [before, after]) expect(service.output).not.toContain(key.split('\n').at(-2));
  } finally {
    await service.stop();
  }
});

test('a service without its secret key says so instead of starting, until the key is there or given up', async () => {
  const { dataDir, run, json, write } = await openCli();
  const { pem, keyPem } = makeCertificate();
  await json('certificate', 'add', '--certificate', await write('c', pem), '--key', await write('k', keyPem));
  const secretKey = join(dataDir, 'secret.key');
  const kept = await readFile(secretKey, 'utf8');
  await rm(secretKey);
  const env = { NAMEPLATE_DATA_DIR: dataDir, NAMEPLATE_EDGE_HTTPS_PORT: '0' };
  const ended = await TestService.runToEnd(env);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(
    /^nameplate: the private keys of 1 certificates .*restore the key.*nameplate key reset.*\n$/,
  );
  const wrong = await run(['key', 'rotate'], '', { NAMEPLATE_SECRET_KEY: newSecretKey() });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('NAMEPLATE_SECRET_KEY has only') });
  // What needs no key keeps working.
  expect((await json('certificate', 'list')).pagination.count).toBe(1);

  await writeFile(secretKey, kept, { mode: 0o600 });
  expect(await json('key', 'rotate')).toEqual({
    key_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    private_keys: 1,
  });
  await rm(secretKey);
  expect((await run(['key', 'reset'])).code).toBe(2);
  expect(await json('key', 'reset', '--delete-certificates')).toEqual({ deleted: 1, new_auth_tokens: 0 });
  expect((await json('certificate', 'list')).pagination.count).toBe(0);
});
