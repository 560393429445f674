/** What deletes or revokes asks first, and without a terminal it needs `--yes`. Source: docs/reference/cli.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificate } from '../support/certificate-maker.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

test('nothing is deleted without a terminal and without --yes', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const json = async (...args: string[]) =>
    JSON.parse((await runCli([...args, '--json'], { dataDir })).stdout);
  const made = makeCertificate({ sans: ['shop.example.com'] });
  const [certificateFile, keyFile] = [join(dataDir, 'c.pem'), join(dataDir, 'k.pem')];
  await writeFile(certificateFile, made.pem);
  await writeFile(keyFile, made.keyPem);

  const upstream = await json('upstream', 'create', '--host', '93.184.216.34');
  await json('domain', 'create', '--host', 'shop.example.com');
  const redirect = ['--source-host', 'go.example.com', '--destination-url', 'https://www.example.org'];
  await json('redirect', 'create', ...redirect);
  const link = await json('connect', 'create', 'shop.example.com');
  const token = await json('token', 'create', '--name', 'deploy');
  const files = ['--certificate', certificateFile, '--key', keyFile];
  const certificate = await json('certificate', 'add', ...files);

  for (const [args, question] of [
    [['redirect', 'delete', 'go.example.com'], 'Delete the redirect of go.example.com?'],
    [
      ['connect', 'revoke', 'shop.example.com', link.uuid],
      `Revoke the connect link of shop.example.com made ${link.created_at.slice(0, 16).replace('T', ' ')} UTC?`,
    ],
    [['domain', 'delete', 'shop.example.com'], 'Delete the custom domain shop.example.com?'],
    [
      ['upstream', 'delete', upstream.uuid],
      'Delete the upstream 93.184.216.34 and the custom domains on it?',
    ],
    [['token', 'revoke', token.uuid], 'Revoke the access token "deploy"?'],
    [
      ['certificate', 'delete', certificate.uuid],
      'Delete the certificate of shop.example.com and its private key?',
    ],
  ] as const) {
    // An answer that is piped in isn't one of a person.
    expect(await runCli(args, { dataDir, stdin: 'y\n' })).toEqual({
      code: 2,
      stdout: '',
      stderr: `nameplate: ${question} There is no terminal to answer on: add --yes to do it\n`,
    });
    expect(await runCli([...args, '--yes'], { dataDir })).toMatchObject({ code: 0, stderr: '' });
    expect(await runCli([...args, '--yes'], { dataDir })).toMatchObject({ code: 1 });
  }
});
