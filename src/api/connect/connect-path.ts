/** The address of a connect page on the API's origin. Source: docs/reference/connect-page.md. */
export function connectPath(secret: string): string {
  return `/connect/${secret}`;
}
