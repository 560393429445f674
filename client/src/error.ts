/** A request that failed: refused by the service, or never answered. */
export class NameplateError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** `error_code` of the answer, such as `host_taken`; `unreachable` when there was no answer, `answer_invalid` when it was none of the service's. */
  readonly code: string;
  /** `X-Request-Id` of the answer: include it when you report a problem. */
  readonly requestId: string | undefined;
  /** Seconds until the request may succeed, when the service says so. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    details: {
      readonly status: number;
      readonly code: string;
      readonly requestId?: string | undefined;
      readonly retryAfter?: number | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'NameplateError';
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** Reads a failed answer. Answers of something else, such as a proxy's page, have the code `answer_invalid`. */
export async function errorOf(response: Response, now: number): Promise<NameplateError> {
  const text = await response.text().catch(() => '');
  const body = parse(text);
  return new NameplateError(
    body?.error ?? `the answer ${response.status} of ${new URL(response.url).origin} is not Nameplate's`,
    {
      status: response.status,
      code: body?.error_code ?? 'answer_invalid',
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: secondsOf(response.headers.get('retry-after'), now),
    },
  );
}

function parse(text: string): { error: string; error_code: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { error, error_code } = value as Partial<Record<string, unknown>>;
    return typeof error === 'string' && typeof error_code === 'string' ? { error, error_code } : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` (RFC 9110 section 10.2.3): seconds, or a date. */
function secondsOf(field: string | null, now: number): number | undefined {
  if (field === null) return undefined;
  if (/^\d+$/.test(field)) return Number(field);
  const date = Date.parse(field);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
