/** How a line of a file changes a redirect that exists. */
import { ServiceError } from '../../core/errors.ts';
import { type RedirectAttributes, redirectResource, refuseLoop } from '../../resources/redirect.ts';

const { writable, keys } = redirectResource;

/**
 * Takes the attributes that the file has a column for and keeps the others. Answers why the line is refused when the
 * two together would be a loop.
 */
export function applyLine(
  line: RedirectAttributes,
  given: ReadonlySet<string>,
  current: RedirectAttributes,
): RedirectAttributes | string {
  const kept = writable.filter((name) => !given.has(name)).map((name) => keys[name]);
  const merged = { ...line, ...Object.fromEntries(kept.map((key) => [key, current[key]])) };
  try {
    refuseLoop(merged);
    return merged;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Tells whether two redirects have the same attributes. */
export function sameAttributes(one: RedirectAttributes, other: RedirectAttributes): boolean {
  return writable.every((name) => one[keys[name]] === other[keys[name]]);
}
