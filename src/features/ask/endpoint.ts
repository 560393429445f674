/**
 * Asks the operator's endpoint about a name. Source: docs/reference/ask.md ("The question").
 *
 * The operator chose it, so it may be at any address. Redirects are not followed; 5 s and 64 KiB are enough, or it is undecided.
 */
import { text } from 'node:stream/consumers';
import { errorMessage } from '../../core/error-field.ts';
import type { HostNames } from '../../core/host-names.ts';
import { sendRequest } from '../../core/outgoing-request.ts';
import { type AskAnswer, readAnswer, undecided } from './answer.ts';

export type EndpointOptions = {
  readonly url: string;
  readonly names: Pick<HostNames, 'lookup'>;
  readonly userAgent: string;
  /** Node's own authorities unless a test has its own. */
  readonly ca?: string;
};

/** Never rejects. */
export async function askEndpoint(
  host: string,
  { url, names, userAgent, ca }: EndpointOptions,
  signal: AbortSignal,
): Promise<AskAnswer> {
  const asked = new URL(url);
  asked.searchParams.set('domain', host);
  try {
    const { status, body, close } = await sendRequest(asked, {
      names,
      headers: { 'user-agent': userAgent },
      signal,
      ...(ca !== undefined && { ca }),
    });
    if (status === 200) return readAnswer(status, await text(body));
    // Only the status counts.
    close();
    return readAnswer(status, '');
  } catch (error) {
    return undecided(errorMessage(error));
  }
}
