/**
 * `kill -9` of a rotation of the secret key, at any moment of it. Source: docs/reference/certificates.md ("Rotating
 * it").
 */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CheckedCertificate, checkUpload } from '../../src/certificates/check-upload.ts';
import { ControlDatabase } from '../../src/control/database.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { CustomCertificates } from '../../src/features/custom-certificates/custom-certificate-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import { makeCertificate } from '../support/certificate-maker.ts';
import { runCli } from '../support/command-line.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { startProgram } from '../support/program.ts';
import { runs } from '../support/runs.ts';

/** Two batches of a rotation, and some. */
const certificates = 450;

onEachControlStore('a killed rotation of the secret key', (newLocation, engine) => {
  // What is in the file is the same for both, and starting the program takes longest.
  const rounds = runs(engine === 'sqlite' ? 5 : 3);

  test(`loses no private key, ${rounds} times`, async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    const env: Record<string, string> =
      control.kind === 'postgres' ? { NAMEPLATE_DATABASE_URL: control.url } : {};
    const secretKey = join(dataDir, 'secret.key');
    const openStore = () => ControlStore.open(control, systemClock, { kind: 'file', path: secretKey });

    const made = makeCertificate();
    const check = checkUpload(made.pem, made.keyPem, Date.now());
    if (!check.ok) throw new Error(check.reason);
    await fill(openStore, check.certificate);
    const keysInFile = async () =>
      (await readFile(secretKey, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const first = await keysInFile();

    let begun = 0;
    // On a busy machine one is done before it is killed; more than half are not.
    for (let round = 0; round < rounds || (begun <= rounds / 2 && round < 5 * rounds); round++) {
      const child = startProgram(['key', 'rotate'], { dataDir, env });
      const exited = once(child, 'exit');
      // Half of them as it begins to write, the others somewhere in the batches; its first line is a batch that is done.
      const isEarly = round % 2 === 0;
      const written = once(child.stderr, 'data');
      const keys = (await keysInFile()).join();
      if (isEarly) while ((await keysInFile()).join() === keys && child.exitCode === null) await delay(1);
      else await Promise.race([written, exited]);
      await delay(Math.random() * 40);
      child.kill('SIGKILL');
      await exited;
      if (child.signalCode === 'SIGKILL') begun += 1;
      await expectAllReadable(openStore, made.keyPem);
    }

    expect(begun).toBeGreaterThan(rounds / 2);
    expect(await runCli(['key', 'rotate'], { dataDir, env })).toMatchObject({ code: 0 });
    const last = await keysInFile();
    expect(last).toHaveLength(1);
    expect(last).not.toEqual(first);
    await using database = await ControlDatabase.open(control);
    const ids = await database.queries.selectFrom('certificate_keys').select('key_id').distinct().execute();
    expect(ids).toHaveLength(1);
    expect(await database.queries.selectFrom('secret_keys').select('state').execute()).toEqual([
      { state: 'current' },
    ]);
    await expectAllReadable(openStore, made.keyPem);
  });
});

async function fill(openStore: () => Promise<ControlStore>, template: CheckedCertificate): Promise<void> {
  await using store = await openStore();
  await store.secretKeys.prepare();
  const { uuid } = await new Accounts(store).create('Acme');
  await new Redirects(store).createMany(
    uuid,
    Array.from({ length: certificates }, (_, index) => ({
      ...redirectResource.defaults,
      sourceHost: hostAt(index),
      destinationUrl: 'https://dest.example',
    })),
  );
  for (let index = 0; index < certificates; index++) {
    const host = hostAt(index);
    await new CustomCertificates(store).create(uuid, {
      ...template,
      fingerprint: `${index}`,
      sans: [host],
      names: [host],
    });
  }
}

/** As a service that is started now would, with what the killed one has left in the file. */
async function expectAllReadable(openStore: () => Promise<ControlStore>, keyPem: string): Promise<void> {
  await using store = await openStore();
  await store.secretKeys.prepare();
  for (let index = 0; index < certificates; index++) {
    const [served] = await store.certificates.findForHost(hostAt(index));
    if (served?.privateKeyPem !== keyPem) throw new Error(`the private key of ${hostAt(index)} is lost`);
  }
}

function hostAt(index: number): string {
  return `h${index}.example.com`;
}
