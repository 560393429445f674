/** Names of placeholders. Source: docs/reference/rules.md ("Paths", "Redirect"). */

/** What the `*` at the end of a path is called in a destination. */
export const splatName = 'splat';

const wholePlaceholder = /^:([A-Za-z_][A-Za-z0-9_]{0,63})$/;

/** The name in `:name`; undefined for other text. */
export function placeholderName(text: string): string | undefined {
  return wholePlaceholder.exec(text)?.[1];
}

/** A placeholder's value, undefined when the request has none. */
export type Captured = (name: string) => string | undefined;
