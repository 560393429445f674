/** Signatures, verified by the library that receivers use. Source: docs/reference/webhooks.md ("Signatures"). */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signedFields } from './sign.ts';

const [secret, previous] = ['a', 'b'].map(
  (letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
);
const body = '{"type":"redirect.created","data":{"note":"größer"}}';

test('the library verifies a signature, with the secret and with the one before', () => {
  const fields = signedFields('one', body, [secret ?? '', previous ?? ''], Date.now());
  for (const each of [secret, previous])
    expect(new Webhook(each ?? '').verify(body, { ...fields })).toEqual(JSON.parse(body));
  const alone = signedFields('one', body, [secret ?? ''], Date.now());
  expect(() => new Webhook(previous ?? '').verify(body, { ...alone })).toThrow('No matching signature');
  expect(() => new Webhook(secret ?? '').verify(`${body} `, { ...alone })).toThrow('No matching signature');
});
