/** Signs messages. Source: Standard Webhooks, "Signature scheme"; docs/reference/webhooks.md ("Signatures"). */
import { createHmac } from 'node:crypto';

export type SignedFields = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/** The fields of a message: one signature for each secret, the first one's first. `now` is in milliseconds. */
export function signedFields(
  id: string,
  body: string,
  secrets: readonly string[],
  now: number,
): SignedFields {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
