/**
 * A peer: what Fastify costs for the same JSON with no store, no authentication and no checks behind it.
 * Arguments: the port, and a file with the answers as `{item, list}`.
 */
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

const [port, answersPath = ''] = process.argv.slice(2);
const answers = JSON.parse(readFileSync(answersPath, 'utf8'));
const text = { type: 'string' };
const flag = { type: 'boolean' };
const itemSchema = {
  type: 'object',
  properties: {
    uuid: text,
    source_host: text,
    match_path: text,
    destination_url: text,
    redirect_type: text,
    preserve_path: flag,
    preserve_query_string: flag,
    active: flag,
    created_at: text,
    updated_at: text,
    account_uuid: text,
    note: text,
  },
};
const listSchema = {
  type: 'object',
  properties: {
    data: { type: 'array', items: itemSchema },
    pagination: { type: 'object', properties: { page: { type: 'integer' }, count: { type: 'integer' } } },
  },
};

const app = fastify();
app.get('/redirects/:uuid', { schema: { response: { 200: itemSchema } } }, async () => answers.item);
app.get('/redirects', { schema: { response: { 200: listSchema } } }, async () => answers.list);
app.post('/redirects', { schema: { response: { 201: itemSchema } } }, async (_request, reply) => {
  reply.code(201);
  return answers.item;
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
