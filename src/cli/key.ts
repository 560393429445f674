/** `nameplate key`: the secret key that private keys and tokens are encrypted with. Source: docs/reference/certificates.md. */

import type { Command } from 'commander';
import { KeyRotation } from '../features/secret-key/key-rotation.ts';
import { defineCommand, defineGroup } from './command.ts';
import { note, printJson, printLine } from './output.ts';
import { withStore } from './store.ts';

const groupHelp = `Usage: nameplate key rotate | reset

The secret key encrypts the private keys of certificates and the tokens of
upstreams in the control store. It is in NAMEPLATE_SECRET_KEY or, where that is
not set, in secret.key in the data directory.

Commands:
  rotate      re-encrypt everything with another secret key
  reset       delete what a lost secret key makes unreadable

Options:
  -h, --help  print this help
`;

const rotateHelp = `Usage: nameplate key rotate [--prepare] [--json]

Re-encrypts all private keys and tokens with another secret key. The service
may keep running. If the command is interrupted, run it again to finish.

With secret.key the command creates the new key and removes the old one from
the file when it is done. Where several machines share the control store, run it
with --prepare first and copy secret.key to all of them.

With NAMEPLATE_SECRET_KEY, first set it to NEW,OLD on every machine and restart
them; "openssl rand -base64 32" makes NEW. Afterwards set it to NEW.

Options:
  --prepare   only put the new key beside the old one into secret.key
  --json      print {"key_id": …, "private_keys": …} as JSON; tokens count too
  -h, --help  print this help
`;

const resetHelp = `Usage: nameplate key reset --delete-certificates [--json]

Deletes the certificates whose private keys are encrypted with a lost secret
key, and gives the upstreams whose tokens are encrypted with it new random
tokens, so that the service starts. Upload the certificates again, and tell
your upstreams their new tokens ("nameplate upstream show"). Finding the key
later restores nothing.

Options:
  --delete-certificates  say that this is what you want
  --json                 print {"deleted": …, "new_auth_tokens": …} as JSON
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
      const keyId = await new KeyRotation(store).prepareNext();
      if (options.json) return printJson({ key_id: keyId, private_keys: 0 });
      return printLine(
        `Secret key ${keyId} stands ready in ${store.secretKeys.keyring.describe()}; nothing is encrypted with it yet.`,
      );
    }
    const { keyId, rotated } = await new KeyRotation(store).run((done) =>
      note(`${done} private keys and tokens`),
    );
    if (options.json) return printJson({ key_id: keyId, private_keys: rotated });
    await printLine(`${rotated} private keys and tokens are encrypted with secret key ${keyId} now.`);
    if (store.secretKeys.keyring.location.kind === 'given') {
      note('Take the old key out of NAMEPLATE_SECRET_KEY on every machine.');
    }
  });
}

async function resetKey(options: { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const { certificates: deleted, tokens } = await new KeyRotation(store).discardLost();
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    if (options.json) return printJson({ deleted, new_auth_tokens: tokens });
    return printLine(`${deleted} certificates were deleted, ${tokens} upstreams have a new auth_token.`);
  });
}
