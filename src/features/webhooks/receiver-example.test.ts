/** The receiver in docs/reference/webhooks.md ("Signatures"), compiled and run as it stands there. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { signedFields } from './sign.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;
const body = '{"type":"redirect.created","data":{"note":"größer"}}';

test('it takes what is signed, once, and nothing else', async () => {
  const page = readFileSync(join(root, 'docs/reference/webhooks.md'), 'utf8');
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  const dir = await tempDir();
  writeFileSync(join(dir, 'receiver.ts'), example);
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const flags = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  execFileSync(join(root, 'node_modules/.bin/tsc'), [...flags, 'receiver.ts'], { cwd: dir, stdio: 'pipe' });
  const port = await freePort();
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const receiver = spawn(process.execPath, ['receiver.js'], { cwd: dir, env });
  onTestFinished(() => void receiver.kill());
  let output = '';
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const post = async (sent: string) => {
    const fields = signedFields('one', body, [secret], Date.now());
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sent, headers: fields });
    return answer.status;
  };
  await expect.poll(() => post(body).catch(() => 0)).toBe(204);
  expect([await post(`${body} `), await post(body)]).toEqual([400, 204]);
  await expect.poll(() => output).toBe('redirect.created\n');
});
