/** Signs tokens as the operator's own server does. */
import { createHmac } from 'node:crypto';

/** Texts are taken as they are, so that they need not be right. */
export function signToken(
  secret: string,
  payload: object | string,
  header: object | string = { alg: 'HS256', typ: 'JWT' },
): string {
  const [head, body] = [header, payload].map((part) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'),
  );
  const signature = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
  return `${head}.${body}.${signature}`;
}
