/** The addresses of pages for customers on the API's origin. Source: docs/reference/connect-page.md. */
import type { LinkKind } from './connect-link-store.ts';

export function linkPath(kind: LinkKind, secret: string): string {
  return `/${kind === 'connect' ? 'connect' : 'share'}/${secret}`;
}
