/** The header fields that many answers have, in the API reference. Source: docs/reference/api.md. */
import { isApiPath } from '../guard.ts';

type Answer = { headers?: Record<string, object> };
type Operation = {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Record<string, Answer>;
};
type Document = {
  readonly paths?: object;
  components?: { headers?: Record<string, object> };
};

const fields = {
  'X-Request-Id': 'Names the request, in the log too.',
  RateLimit: '`"default";r=…;t=…`: requests that are left, and seconds until all are back.',
  'RateLimit-Policy': '`"default";q=…;w=60`: requests that a minute has.',
  'X-RateLimit-Limit': 'Requests that a minute has.',
  'X-RateLimit-Remaining': 'Requests that are left in this minute.',
  'X-RateLimit-Reset': 'When all are back, in seconds since 1970.',
  'Retry-After': 'Seconds after which to try again.',
  'WWW-Authenticate': '`Bearer`.',
  'Idempotency-Replayed':
    '`true`: this is the first answer to the request with this `Idempotency-Key`, sent again.',
} as const;
type Field = keyof typeof fields;

const ofLimit: readonly Field[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
/** All answers have those of the limit; they are described where they are looked for. */
const ofStatus: Readonly<Record<string, readonly Field[]>> = {
  401: ['WWW-Authenticate'],
  429: [...ofLimit, 'Retry-After'],
  503: ['Retry-After'],
};

/** Adds the fields to each operation of the API, as components. */
export function describeAnswerFields<D extends Document>(document: D): D {
  for (const [path, operations] of Object.entries<Record<string, Operation>>(Object(document.paths))) {
    if (!isApiPath(path)) continue;
    for (const { parameters = [], responses } of Object.values(operations)) {
      const isRepeatable = parameters.some(({ name }) => name === 'idempotency-key');
      for (const [status, answer] of Object.entries(responses)) {
        const isGood = Number(status) < 400;
        const names = [
          'X-Request-Id' as const,
          ...(isGood ? ofLimit : []),
          ...(isGood && isRepeatable ? ['Idempotency-Replayed' as const] : []),
          ...(isRepeatable && status === '409' ? ['Retry-After' as const] : []),
          ...(ofStatus[status] ?? []),
        ];
        answer.headers = {
          ...answer.headers,
          ...Object.fromEntries(names.map((name) => [name, refTo(name)])),
        };
      }
    }
  }
  const headers = Object.entries(fields).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { ...document, components: { ...document.components, headers: Object.fromEntries(headers) } };
}

function refTo(name: Field): object {
  return { $ref: `#/components/headers/${name}` };
}
