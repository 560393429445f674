/**
 * Reads the errors of both engines: which ones mean "the store is away", which ones a mistake in what was asked.
 * Told apart by code and not by class: chDB's connection throws the ClickHouseError of a package copy of its own.
 */
import { errorField, errorMessage } from '../../core/error-field.ts';

/** The analytics store can't be reached or is overloaded; a later attempt may work. */
export class AnalyticsAwayError extends Error {
  override readonly name = 'AnalyticsAwayError';
}

/**
 * ClickHouse's codes for a server, a disk, an account or a limit in the way.
 * Source: ClickHouse src/Common/ErrorCodes.cpp.
 */
const engineAway: ReadonlySet<string> = new Set([
  '81', // UNKNOWN_DATABASE: dropped and not yet restored
  '159', // TIMEOUT_EXCEEDED
  '160', // TOO_SLOW
  '198', // DNS_ERROR
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '225', // NO_ZOOKEEPER
  '236', // ABORTED: the server shuts down
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '285', // TOO_FEW_LIVE_REPLICAS
  '286', // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE
  '319', // UNKNOWN_STATUS_OF_INSERT
  '394', // QUERY_WAS_CANCELLED
  '439', // CANNOT_SCHEDULE_TASK
  '473', // DEADLOCK_AVOIDED: a mutation holds the table
  '497', // ACCESS_DENIED
  '516', // AUTHENTICATION_FAILED
  '999', // KEEPER_EXCEPTION
]);

/** Codes for files of a part that can't be read as they should be. */
const engineDamaged: ReadonlySet<string> = new Set([
  '9', // SIZES_OF_COLUMNS_DOESNT_MATCH
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '33', // CANNOT_READ_ALL_DATA
  '40', // CHECKSUM_DOESNT_MATCH
  '107', // FILE_DOESNT_EXIST
  '228', // BAD_SIZE_OF_FILE_IN_DATA_PART
  '246', // CORRUPTED_DATA
  '271', // CANNOT_DECOMPRESS
  '432', // UNKNOWN_CODEC
]);

/** Codes for a statement that ran into a limit of its own. */
const engineTooExpensive: ReadonlySet<string> = new Set([
  '159', // TIMEOUT_EXCEEDED
  '160', // TOO_SLOW
  '167', // TOO_DEEP_AST
  '168', // TOO_BIG_AST
  '241', // MEMORY_LIMIT_EXCEEDED
  '718', // TOO_SLOW_PARSING
]);
/** How a statement that is too long is refused; the code is that of any syntax error. */
const tooManyBytes = /Max query size exceeded/;

/** Codes of a disk that has no room for so much. */
const noRoom: ReadonlySet<string> = new Set(['243', 'ENOSPC', 'EDQUOT', 'EFBIG']);
/** The same where the engine has them in the text of another code: ENOSPC, EFBIG and EDQUOT by number. */
const noRoomText = /No space left on device|errno: (?:28|27|122)\b/;
/**
 * A deadline that passed, a disk that took a part, and what a proxy answers to a request that is too large: of its status only
 * the text is left, which may be empty.
 */
const tooLarge =
  /^(?:$|The user aborted a request|the disk took )|\b41[34]\b|(?:entity|payload|content|body|ur[il]) (?:is )?too (?:large|long)/i;

const socketCode =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|UND_ERR_|CERT_|DEPTH_ZERO|ERR_TLS|SELF_SIGNED|UNABLE_TO|HPE_|CHDB_CLOSED)/;
/** The client's messages without a code. */
const clientAway = /^(?:Timeout error|socket hang up|ChdbConnection is closed)/;

/** The number of a ClickHouse exception, from either engine, with or without the client in between. */
export function engineErrorCode(error: unknown): string | undefined {
  if (typeof error === 'object' && error !== null) {
    const own: unknown = Reflect.get(error, 'clickhouseCode');
    if (typeof own === 'number') return String(own);
  }
  const code = errorField(error, 'code');
  return code !== undefined && /^[0-9]+$/.test(code) ? code : undefined;
}

/** Whether a query met a part that is damaged. */
export function isPartDamaged(error: unknown): boolean {
  return engineDamaged.has(engineErrorCode(error) ?? '');
}

/** Whether a query exceeds its limits on time, memory or text. A smaller query may succeed. */
export function isTooExpensive(error: unknown): boolean {
  const cause = error instanceof AnalyticsAwayError ? error.cause : error;
  const code = engineErrorCode(cause);
  if (code === undefined) return false;
  return engineTooExpensive.has(code) || (cause instanceof Error && tooManyBytes.test(cause.message));
}

/** Whether a disk had no room for so much, ours or the engine's. */
export function isNoRoom(error: unknown): boolean {
  for (let at = error; at !== undefined && at !== null; at = at instanceof Error ? at.cause : undefined) {
    const code = engineErrorCode(at) ?? errorField(at, 'code');
    if ((code !== undefined && noRoom.has(code)) || noRoomText.test(errorMessage(at))) return true;
  }
  return false;
}

/** Whether an insert failed in a way that one of fewer rows may not. */
export function maySmallerInsertPass(error: unknown): boolean {
  if (isTooExpensive(error) || isNoRoom(error)) return true;
  const cause = error instanceof AnalyticsAwayError ? error.cause : error;
  if ((engineErrorCode(cause) ?? errorField(cause, 'code')) !== undefined) return false;
  return cause instanceof Error && cause.constructor === Error && tooLarge.test(cause.message.trim());
}

/** Tells whether a query or insert failed because the store cannot be reached or cannot take it now. */
export function isAnalyticsAway(error: unknown): boolean {
  if (error instanceof AnalyticsAwayError) return true;
  const engineCode = engineErrorCode(error);
  if (engineCode !== undefined) return engineAway.has(engineCode);
  const code = errorField(error, 'code');
  if (code !== undefined) return socketCode.test(code);
  // Every address of the host refused.
  if (error instanceof AggregateError) return error.errors.some(isAnalyticsAway);
  return error instanceof Error && clientAway.test(error.message);
}
