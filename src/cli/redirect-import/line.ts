/** What a line of an import file is, whatever its format. */
import type { RequestBody } from '../../resources/request-body.ts';

export type ImportLine =
  | { readonly kind: 'blank' }
  /** Attributes still to be read; those left out have their defaults. */
  | { readonly kind: 'redirect'; readonly host: string; readonly body: RequestBody }
  | { readonly kind: 'refused'; readonly host: string; readonly reason: string };

/** How the lines of one file are understood. */
export type LineFormat = {
  /** Attributes that the file has; an update keeps the others. */
  readonly given: ReadonlySet<string>;
  readonly parse: (line: string) => ImportLine;
};

export const blankLine: ImportLine = { kind: 'blank' };
