/** How a line of a file changes a redirect that exists. */
import { refuseLoop } from '../../api/schemas/redirect.ts';
import type { RedirectAttributes } from '../../control/redirects.ts';
import { ServiceError } from '../../core/errors.ts';

/**
 * Takes the attributes that the file speaks of and keeps the others. Answers why the line is refused when the two
 * together would be a loop.
 */
export function applyLine(
  line: RedirectAttributes,
  given: ReadonlySet<string>,
  current: RedirectAttributes,
): RedirectAttributes | string {
  const merged: RedirectAttributes = {
    sourceHost: line.sourceHost,
    matchPath: given.has('match_path') ? line.matchPath : current.matchPath,
    destinationUrl: given.has('destination_url') ? line.destinationUrl : current.destinationUrl,
    redirectType: given.has('redirect_type') ? line.redirectType : current.redirectType,
    preservePath: given.has('preserve_path') ? line.preservePath : current.preservePath,
    preserveQueryString: given.has('preserve_query_string')
      ? line.preserveQueryString
      : current.preserveQueryString,
    active: given.has('active') ? line.active : current.active,
  };
  try {
    refuseLoop(merged);
    return merged;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Tells whether two redirects say the same. */
export function sameAttributes(one: RedirectAttributes, other: RedirectAttributes): boolean {
  return (
    one.sourceHost === other.sourceHost &&
    one.matchPath === other.matchPath &&
    one.destinationUrl === other.destinationUrl &&
    one.redirectType === other.redirectType &&
    one.preservePath === other.preservePath &&
    one.preserveQueryString === other.preserveQueryString &&
    one.active === other.active
  );
}
