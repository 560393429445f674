/** Which of several reasons a write is refused for. Source: docs/reference/api.md ("Errors"). */
import { ServiceError } from '../core/errors.ts';

/**
 * Runs a write. When it is refused, `reason` may refuse it for what goes first in answers: the write finds that itself, so it isn't
 * looked for otherwise.
 */
export async function refusedFirst<T>(write: () => Promise<T>, reason: () => Promise<unknown>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ServiceError) await reason();
    throw error;
  }
}
