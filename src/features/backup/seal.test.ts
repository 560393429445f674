import { expect, test } from 'vitest';
import { sealText, unsealText } from './seal.ts';

const passphrase = 'correct horse battery';

test('opens with its passphrase only, and says nothing of what it holds', async () => {
  const sealed = await sealText('the secret', passphrase);
  expect(sealed).not.toContain('secret');
  expect(await unsealText(sealed, passphrase)).toBe('the secret');
  await expect(unsealText(sealed, `${passphrase}!`)).rejects.toThrow(/^the passphrase is not the one/);
  expect(await sealText('the secret', passphrase)).not.toBe(sealed);
});

test('refuses what was altered', async () => {
  const sealed = JSON.parse(await sealText('the secret', passphrase));
  const altered = { ...sealed, content: Buffer.from('another se').toString('base64') };
  await expect(unsealText(JSON.stringify(altered), passphrase)).rejects.toThrow('the passphrase is not');
  const cut = { ...sealed, cipher: { ...sealed.cipher, tag: sealed.cipher.tag.slice(0, 8) } };
  await expect(unsealText(JSON.stringify(cut), passphrase)).rejects.toThrow('the passphrase is not');
  await expect(unsealText('{}', passphrase)).rejects.toThrow('the passphrase is not');
});
