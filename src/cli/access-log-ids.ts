/** Finds what a request's answer was named by what a trusted proxy named it. Source: docs/reference/access-log.md. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Config } from '../config/config.ts';
import { parseUuid } from '../core/ids.ts';
import { CliError } from './failures.ts';
import { unreadable } from './named-file.ts';

/** The `answer_id` of the newest line with this `request_id`; undefined when there is none. Throws CliError. */
export async function answerIdIn(log: Config['accessLog'], requestId: string): Promise<string | undefined> {
  if (log?.path === undefined || log.format !== 'json')
    throw new CliError(
      'that is not the id of an answer, and there is no access log to look it up in: NAMEPLATE_ACCESS_LOG is not the path of a file with JSON lines',
    );
  const written = `"request_id":${JSON.stringify(requestId)}`;
  let found: string | undefined;
  const file = createReadStream(log.path);
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.includes(written)) found = idIn(line, requestId) ?? found;
  } catch (error) {
    throw unreadable('NAMEPLATE_ACCESS_LOG', log.path, error);
  } finally {
    file.destroy();
  }
  return found;
}

function idIn(line: string, requestId: string): string | undefined {
  try {
    const { request_id: named, answer_id: id } = JSON.parse(line);
    return named === requestId && typeof id === 'string' ? parseUuid(id) : undefined;
  } catch {
    return undefined;
  }
}
