/** Why an undo is refused, besides what undo.ts finds. Source: docs/reference/versions.md ("Undo"). */
import { ServiceError } from '../../core/errors.ts';

/** Or somebody else has created it again meanwhile. */
export function ownerGone(): ServiceError {
  return new ServiceError('changed_since', 'what it belonged to is gone, or it is there again');
}

export function touched(): ServiceError {
  return new ServiceError('changed_since', 'it was changed in this moment');
}
