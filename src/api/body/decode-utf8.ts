/** Decodes UTF-8 strictly. */
import { ServiceError } from '../../core/errors.ts';

/** Answers the text of UTF-8 bytes. Errors: `body_invalid`, where lenient decoding would lose bytes silently. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('body_invalid', 'the body is not UTF-8');
  }
}
