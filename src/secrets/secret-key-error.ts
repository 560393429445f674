/** The secret key is missing, damaged or another one; its message is one line that names what to do. */

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}
