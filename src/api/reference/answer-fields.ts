/** The header fields that many answers have, in the API reference. Source: docs/reference/api.md. */

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
  'Retry-After': 'Seconds after which to try again.',
  'WWW-Authenticate': '`Bearer`.',
  'Idempotency-Replayed':
    '`true`: this is the first answer to the request with this `Idempotency-Key`, sent again.',
} as const;
type Field = keyof typeof fields;

const ofStatus: Readonly<Record<string, readonly Field[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const ofAll: readonly Field[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** Adds the fields to each operation under `/api/v1`, as components. */
export function describeAnswerFields<D extends Document>(document: D): D {
  for (const [path, operations] of Object.entries<Record<string, Operation>>(Object(document.paths))) {
    if (!path.startsWith('/api/v1')) continue;
    for (const { parameters = [], responses } of Object.values(operations)) {
      const isRepeatable = parameters.some(({ name }) => name === 'idempotency-key');
      for (const [status, answer] of Object.entries(responses)) {
        const isGood = Number(status) < 400;
        const names = [
          ...(isGood ? ofAll : ['X-Request-Id' as const]),
          ...(isGood && isRepeatable ? ['Idempotency-Replayed' as const] : []),
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
