/** An error from the API, with its own message. Source: docs/reference/api.md ("Errors"). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** `error_code`, such as `source_host_taken`. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the API sent them. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: {
      readonly requestId?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  static async of(response: Response): Promise<ApiError> {
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
    const details = {
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    };
    try {
      const body: unknown = await response.json();
      if (isErrorBody(body)) return new ApiError(response.status, body.error_code, body.error, details);
    } catch {
      // Not JSON: a proxy between the browser and the API answered.
    }
    const text = `The service answered ${response.status}${response.statusText === '' ? '' : ` ${response.statusText}`}.`;
    return new ApiError(response.status, 'answer_unreadable', text, details);
  }
}

/** The error of a request without a response. */
export function unreachable(): ApiError {
  return new ApiError(0, 'unreachable', "Can't reach the service. Check your connection.");
}

/** Tells whether a failure is the API's about one of these parameters: `source_host_invalid` is about `source_host`. */
export function isAbout(error: unknown, ...parameters: readonly string[]): error is ApiError {
  return error instanceof ApiError && parameters.some((name) => error.code.startsWith(`${name}_`));
}

/** A readable message for anything thrown. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error) || error.message === '') return 'Something went wrong.';
  // The API's message names members of the query, which the dashboard's users never see.
  if (error instanceof ApiError && error.code === 'query_too_expensive') {
    return 'These numbers take too long to compute. Choose fewer days, or add a filter.';
  }
  const text = error.message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function isErrorBody(body: unknown): body is { error: string; error_code: string } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'string' &&
    'error_code' in body &&
    typeof body.error_code === 'string'
  );
}
