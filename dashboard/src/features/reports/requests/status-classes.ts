/** Status codes by their first digit. Source: RFC 9110, section 15. */
import { percentageOf } from '../../../../../src/core/percentage.ts';

export type StatusClass = {
  readonly digit: '1' | '2' | '3' | '4' | '5';
  readonly name: string;
  readonly count: number;
  /** 0 to 100, of all requests. */
  readonly percentage: number;
};

const classes = [
  { digit: '1', name: 'Informational' },
  { digit: '2', name: 'Successful' },
  { digit: '3', name: 'Redirection' },
  { digit: '4', name: 'Client errors' },
  { digit: '5', name: 'Server errors' },
] as const;

/** A row of the list of status codes. */
type Code = { readonly id: string; readonly count: number };

/** Those that there are, in the order of their digits. Codes beyond the registry's five classes are server errors. */
export function statusClasses(codes: readonly Code[]): readonly StatusClass[] {
  const total = codes.reduce((sum, { count }) => sum + count, 0);
  return classes.flatMap(({ digit, name }) => {
    const count = codes
      .filter(({ id }) => Math.min(5, Math.max(1, Math.floor(Number(id) / 100))) === Number(digit))
      .reduce((sum, each) => sum + each.count, 0);
    return count === 0 ? [] : [{ digit, name, count, percentage: percentageOf(count, total) }];
  });
}

/** The share of answers with a status of 400 or higher, 0 to 100. */
export function errorShare(codes: readonly Code[]): number {
  const total = codes.reduce((sum, { count }) => sum + count, 0);
  const errors = codes.filter(({ id }) => Number(id) >= 400).reduce((sum, { count }) => sum + count, 0);
  return percentageOf(errors, total);
}
