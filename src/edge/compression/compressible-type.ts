/** Which media types are worth compressing. Source: docs/reference/proxy.md ("Compression"). */

const application: ReadonlySet<string> = new Set([
  'application/json',
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'application/xml',
  'application/wasm',
  'application/yaml',
  'application/toml',
  'application/graphql',
  'application/sql',
  'application/rtf',
  'application/x-ndjson',
  'application/jsonl',
  'application/json-seq',
  'application/x-www-form-urlencoded',
  'application/vnd.ms-fontobject',
  'font/ttf',
  'font/otf',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
]);

/**
 * Of the value of a Content-Type; several are none. Event streams are left alone: each would keep a compressor for as long as
 * somebody listens.
 */
export function isCompressible(contentType: string): boolean {
  if (contentType.includes(',')) return false;
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type === 'text/event-stream') return false;
  return (
    type.startsWith('text/') || application.has(type) || /^[a-z]+\/[^/]+\+(?:json|xml|text|yaml)$/.test(type)
  );
}
