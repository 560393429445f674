/** The rules of the API reference that Spectral's `spectral:oas` has, held for our own document, and ours. */
import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { features } from '../../features/features.ts';

const referenceTags = features.flatMap(({ tags = [] }) => tags);

type Described = { readonly description?: string };
type Operation = Described & {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Described & { readonly name: string })[];
  readonly responses: Readonly<Record<string, Described>>;
};

async function loadDocument() {
  const { ask } = await startApi();
  const { body } = await ask('/openapi.json');
  const paths: Record<string, Record<string, Operation>> = body.paths;
  return { body, operations: Object.values(paths).flatMap((methods) => Object.values(methods)) };
}

test('says who to contact, the licence, the server and what each tag is for', async () => {
  const { body } = await loadDocument();
  expect(body.info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: 'MIT' } });
  expect(body.servers).toEqual([{ url: '/', description: 'This installation' }]);
  expect(body.tags).toEqual(referenceTags);
});

test('every operation has a unique id, a tag, a summary without a full stop, and a description', async () => {
  const { operations } = await loadDocument();
  const tags = referenceTags.map(({ name }) => name);
  expect(operations.length).toBeGreaterThan(70);
  for (const { operationId, summary, description, tags: own = [] } of operations) {
    expect(operationId).toMatch(/^[a-z]+[A-Z][A-Za-z]+$|^getMe$|^signIn$|^signOut$/);
    expect(summary, operationId).toMatch(/^[A-Z].*[^.;]$/);
    expect(description, operationId).toMatch(/\.$/);
    expect(own, operationId).toHaveLength(1);
    expect(tags).toContain(own[0]);
  }
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const used = operations.flatMap((operation) => operation.tags ?? []);
  expect(new Set(used)).toEqual(new Set(tags));
});

test('every parameter and answer has a description, and every error names its codes', async () => {
  const { operations } = await loadDocument();
  for (const { operationId, parameters = [], responses } of operations) {
    for (const { name, description } of parameters)
      expect(description, `${operationId} ${name}`).toBeTruthy();
    for (const [status, { description }] of Object.entries(responses)) {
      if (Number(status) < 400) expect(description, `${operationId} ${status}`).toMatch(/\S/);
      else expect(description, `${operationId} ${status}`).toMatch(/^`[a-z_]+`: /);
    }
  }
});

test('every POST takes an idempotency key, but for signing in and those that only ask', async () => {
  const { body } = await loadDocument();
  const paths: Record<string, Record<string, Operation>> = body.paths;
  const without = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/session'))
    .flatMap(([, { post }]) => (post ? [post] : []))
    .filter(({ parameters = [] }) => !parameters.some(({ name }) => name === 'idempotency-key'))
    .map(({ operationId }) => operationId ?? '');
  expect(without.toSorted()).toEqual([
    'queryAccountRequests',
    'queryAccountVisitors',
    'queryClicks',
    'queryFunnel',
    'queryHostRequests',
    'queryJourneys',
    'queryRequests',
    'queryRetention',
    'querySavedFunnel',
    'querySite',
    'queryVisitors',
    'replayHostRules',
  ]);
});

test('whatever takes a body says how it refuses one', async () => {
  const { body } = await loadDocument();
  const paths: Record<string, Record<string, Operation>> = body.paths;
  for (const [path, { post, put }] of Object.entries(paths))
    for (const { operationId, responses } of [post, put].filter((each) => each !== undefined))
      if (!path.startsWith('/session'))
        expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['400', '413', '415']));
});

test('answers say which fields they have, and attributes that nobody sets are read-only', async () => {
  const { body } = await loadDocument();
  const path = body.paths['/api/v1/accounts/{account_uuid}/redirects'];
  const limit = [
    'RateLimit',
    'RateLimit-Policy',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ];
  const always = ['X-Request-Id', ...limit];
  const fieldsOf = (answer: { headers?: object }) => Object.keys(answer.headers ?? {});
  expect(fieldsOf(path.get.responses['200'])).toEqual(['ETag', 'Link', ...always]);
  expect(fieldsOf(path.post.responses['201'])).toEqual(['Location', ...always, 'Idempotency-Replayed']);
  expect(fieldsOf(path.post.responses['400'])).toEqual(['X-Request-Id']);
  expect(fieldsOf(path.post.responses['409'])).toEqual(['X-Request-Id', 'Retry-After']);
  expect(fieldsOf(path.post.responses['429'])).toEqual([...always, 'Retry-After']);
  const one = body.paths['/api/v1/accounts/{account_uuid}/redirects/{redirect_uuid}'];
  expect(fieldsOf(one.get.responses['200'])).toEqual(['ETag', ...always]);
  expect(fieldsOf(one.put.responses['200'])).toEqual(always);
  expect(fieldsOf(body.paths['/api/v2/query'].post.responses['200'])).toEqual(always);
  const { post: plan } = body.paths['/api/v1/accounts/{account_uuid}/plans'];
  expect(fieldsOf(plan.responses['201'])).toContain('Location');
  const { get: file } = body.paths['/api/v1/accounts/{account_uuid}/exports/{export_uuid}/file'];
  expect(fieldsOf(file.responses['200'])).toEqual(['Content-Disposition', ...always]);
  const { uuid, source_host: host } = body.components.schemas.Redirect.properties;
  expect(uuid).toMatchObject({ readOnly: true });
  expect(host).not.toHaveProperty('readOnly');
});
