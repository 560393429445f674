/**
 * Every `error_code` of the API: those of `core/errors.ts`, and `<name>_invalid` for each attribute whose values
 * callers send. docs/reference/errors.md is generated from it.
 */
import { type ErrorCode, errorTable } from '../../core/errors.ts';
import { features } from '../../features/features.ts';
import type { AttributeError } from '../../resources/attribute-errors.ts';

export type ApiErrorCode = ErrorCode | AttributeError['code'];

export type ApiError = {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly when: string;
};

/** A code that several resources have stands once for each, with the same words. */
const attributeErrors: readonly ApiError[] = features.flatMap((feature) => feature.attributeErrors ?? []);

const tableErrors = Object.entries(errorTable).map(([code, { status, when }]): ApiError => {
  // The keys of the table are its codes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { code: code as ErrorCode, status, when };
});

/** `…_taken` comes right after `…_invalid`, in the order of the checks. */
const inOrder = attributeErrors.flatMap((invalid) => {
  const taken = invalid.code.replace(/_invalid$/, '_taken');
  return [invalid].concat(tableErrors.filter(({ code }) => code === taken));
});

export const apiErrors: readonly ApiError[] = [
  ...new Map([...inOrder, ...tableErrors].map((error) => [error.code, error])).values(),
];
