/** `nameplate key`: the secret key that private keys are encrypted with. Source: contract section 1, issue 5 (Build 1). */
import type { Command } from 'commander';
import { defineCommand, defineGroup } from './command.ts';
import { note, print, printJson } from './output.ts';
import { withStore } from './store.ts';

const groupHelp = `Usage: nameplate key rotate | reset

The secret key encrypts the private keys of certificates in the control store.
It is in NAMEPLATE_SECRET_KEY or, where that is not set, in secret.key in the
data directory.

Commands:
  rotate      encrypt all private keys anew with another secret key
  reset       delete what a lost secret key makes unreadable

Options:
  -h, --help  print this help
`;

const rotateHelp = `Usage: nameplate key rotate [--prepare] [--json]

Encrypts all private keys anew with another secret key. The service may run
meanwhile, and whoever runs the command again after it was interrupted finishes
the work.

With secret.key the command makes the new key and takes the old one out of the
file when it is done. Where several machines share the control store, run it
with --prepare first and copy secret.key to all of them.

With NAMEPLATE_SECRET_KEY set it to NEW,OLD on every machine first and restart
them; NEW comes from "openssl rand -base64 32". Afterwards set it to NEW.

Options:
  --prepare   only put the new key beside the old one into secret.key
  --json      print {"key_id": …, "private_keys": …} as JSON
  -h, --help  print this help
`;

const resetHelp = `Usage: nameplate key reset --delete-certificates [--json]

Deletes the certificates whose private keys are encrypted with a secret key
that is not here any more, so that the service starts and they can be stored
anew. A key that comes back later is of no use to them.

Options:
  --delete-certificates  say that this is what you want
  --json                 print {"deleted": …} as JSON
  -h, --help             print this help
`;

export function keyCommand(): Command {
  return defineGroup('key', groupHelp, [
    defineCommand('rotate', rotateHelp).option('--prepare').option('--json').action(rotateKey),
    defineCommand('reset', resetHelp)
      .requiredOption('--delete-certificates')
      .option('--json')
      .action(resetKey),
  ]);
}

async function rotateKey(options: { prepare?: true; json?: true }): Promise<void> {
  await withStore(async (store) => {
    await store.secretKeys.prepare();
    if (options.prepare) {
      const keyId = await store.keyRotation.prepareNext();
      if (options.json) return printJson({ key_id: keyId, private_keys: 0 });
      return print(
        `Secret key ${keyId} stands ready in ${store.secretKeys.keyring.describe()}; nothing is encrypted with it yet.\n`,
      );
    }
    const { keyId, rotated } = await store.keyRotation.run((done) => note(`${done} private keys`));
    if (options.json) return printJson({ key_id: keyId, private_keys: rotated });
    await print(`${rotated} private keys are encrypted with secret key ${keyId} now.\n`);
    if (store.secretKeys.keyring.location.kind === 'given') {
      note('Take the old key out of NAMEPLATE_SECRET_KEY on every machine.');
    }
  });
}

async function resetKey(options: { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const deleted = await store.keyRotation.discardLost();
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    return options.json ? printJson({ deleted }) : print(`${deleted} certificates were deleted.\n`);
  });
}
