/** Error pages on the wire. Source: docs/reference/error-pages.md ("Setting pages"). */
import { type TObject, Type } from '@sinclair/typebox';
import { pageQuery, timestampSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { errorPageStatuses, maxErrorPageBytes } from '../../core/error-page.ts';
import type { ErrorPage, ErrorPageSummary } from './error-page-store.ts';

const status = Type.Unsafe<number>({
  type: 'integer',
  enum: [...errorPageStatuses],
  description: 'The status that the page is for; the page for 502 also goes with 504.',
});
const html = Type.String({
  minLength: 1,
  description: `The page, at most ${maxErrorPageBytes} bytes in UTF-8.`,
  examples: ['<!doctype html><title>Back soon</title><h1>We are back in a minute</h1>'],
});
const sizeBytes = Type.Integer({ description: 'Of the page, in UTF-8.' });
const createdAt = timestampSchema('Creation time.');
const updatedAt = timestampSchema('Time of last update.');

export const errorPageSchema: TObject = Type.Object(
  { status, size_bytes: sizeBytes, html, created_at: createdAt, updated_at: updatedAt },
  { $id: 'ErrorPage' },
);

/** What lists have. */
export const errorPageSummarySchema: TObject = Type.Object(
  { status, size_bytes: sizeBytes, created_at: createdAt, updated_at: updatedAt },
  { $id: 'ErrorPageSummary' },
);

export const errorPageBodySchema: TObject = Type.Object({ html }, { $id: 'ErrorPageSet' });

export const errorPageQuerySchema: TObject = Type.Object({ ...pageQuery });

/** Every attribute that a body may have; the read-only ones are ignored. */
export const errorPageNames: readonly string[] = ['html', 'status', 'size_bytes', 'created_at', 'updated_at'];

export function errorPageSummaryToWire(page: ErrorPageSummary): Record<string, unknown> {
  return {
    status: page.status,
    size_bytes: page.sizeBytes,
    created_at: formatTimestamp(page.createdAt),
    updated_at: formatTimestamp(page.updatedAt),
  };
}

export function errorPageToWire(page: ErrorPage): Record<string, unknown> {
  return {
    status: page.status,
    size_bytes: Buffer.byteLength(page.html),
    html: page.html,
    created_at: formatTimestamp(page.createdAt),
    updated_at: formatTimestamp(page.updatedAt),
  };
}
