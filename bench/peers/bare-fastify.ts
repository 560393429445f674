/**
 * A peer: what Fastify costs for the same JSON with no store, no authentication and no checks behind it.
 * Arguments: the port, and a file with the answers as `{item, list}`.
 */
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

const [port, answersPath = ''] = process.argv.slice(2);
const answers = JSON.parse(readFileSync(answersPath, 'utf8'));

/** The response schema of an answer: what it has, of the types that it has them of. */
function schemaOf(value: unknown): object {
  if (value === null) return { type: ['string', 'null'] };
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
  if (typeof value !== 'object') return { type: typeof value };
  const properties = Object.entries(value).map(([name, each]) => [name, schemaOf(each)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

const itemSchema = schemaOf(answers.item);
const listSchema = schemaOf(answers.list);

const app = fastify();
app.get('/redirects/:uuid', { schema: { response: { 200: itemSchema } } }, async () => answers.item);
app.get('/redirects', { schema: { response: { 200: listSchema } } }, async () => answers.list);
app.post('/redirects', { schema: { response: { 201: itemSchema } } }, async (_request, reply) => {
  reply.code(201);
  return answers.item;
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
