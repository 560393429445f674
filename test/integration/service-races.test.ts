/** Requests for one host at the same moment, over HTTP. Source: docs/reference/redirects.md ("The host"). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ComposedService } from '../support/composed-service.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import type { ApiAnswer } from '../support/service-client.ts';

const rounds = 25;

/** Holds all answers but one to `source_host_taken` and answers the one. */
function expectOneWinner(answers: readonly ApiAnswer[]): ApiAnswer {
  const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
  if (!winner) throw new Error('nobody asked');
  expect(winner.status).toBeLessThan(300);
  for (const other of others) {
    expect(other).toMatchObject({ status: 400, body: { error_code: 'source_host_taken' } });
  }
  return winner;
}

onEachControlStore('racing requests', (newLocation, engine) => {
  let service: ComposedService;
  beforeAll(async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    service = await ComposedService.start({ dataDir, control, env: { NAMEPLATE_RATE_LIMIT: '0' } });
  });
  afterAll(() => service?.stop());

  const create = (source_host: string, destination_url = 'https://dest.example') =>
    service.api(service.redirects, { json: { source_host, destination_url } });
  const move = (uuid: string, source_host: string) =>
    service.api(`${service.redirects}/${uuid}`, { method: 'PUT', json: { source_host } });
  test('of many creates for one host exactly one succeeds', async () => {
    for (let round = 0; round < rounds; round++) {
      const host = `create${round}.${engine}.example.com`;
      const destinations = [1, 2, 3, 4].map((number) => `https://dest${number}.example`);
      const answers = await Promise.all(destinations.map((url) => create(host, url)));
      const winner = expectOneWinner(answers);
      expect((await service.edge(host)).location).toBe(`${winner.body.destination_url}/`);
      const { body } = await service.api(`${service.redirects}?source_host=${host}`);
      expect(body).toMatchObject({ data: [winner.body], pagination: { count: 1 } });
    }
  });

  test('of updates and a create for one host exactly one succeeds, the others change nothing', async () => {
    for (let round = 0; round < rounds; round++) {
      const host = `update${round}.${engine}.example.com`;
      const one = (await create(`one.${host}`)).body;
      const two = (await create(`two.${host}`)).body;
      const answers = await Promise.all([move(one.uuid, host), move(two.uuid, host), create(host)]);
      const winner = expectOneWinner(answers);
      for (const redirect of [one, two]) {
        if (redirect.uuid === winner.body.uuid) continue;
        expect((await service.api(`${service.redirects}/${redirect.uuid}`)).body).toEqual(redirect);
        expect((await service.edge(redirect.source_host)).status).toBe(301);
      }
      expect((await service.edge(host)).status).toBe(301);
    }
  });

  test('an update to a host taken meanwhile is refused', async () => {
    const mine = (await create(`mine.${engine}.example.com`)).body;
    const host = `wanted.${engine}.example.com`;
    expect((await create(host)).status).toBe(201);
    expect(await move(mine.uuid, host)).toMatchObject({
      status: 400,
      body: { error_code: 'source_host_taken' },
    });
  });

  test('updates of different attributes at the same moment are all kept', async () => {
    const redirect = (await create(`kept.${engine}.example.com`)).body;
    const changes = [
      { match_path: '/a' },
      { destination_url: 'https://other.example' },
      { redirect_type: 'found' },
      { preserve_path: false },
      { preserve_query_string: false },
    ];
    const path = `${service.redirects}/${redirect.uuid}`;
    const answers = await Promise.all(changes.map((json) => service.api(path, { method: 'PUT', json })));
    for (const answer of answers) expect(answer.status).toBe(200);
    expect((await service.api(path)).body).toMatchObject(Object.assign({}, ...changes));
    expect(new Set(answers.map(({ body }) => body.updated_at)).size).toBe(changes.length);
  });

  test('a delete and an update at the same moment leave the edge as the store', async () => {
    for (let round = 0; round < rounds; round++) {
      const host = `gone${round}.${engine}.example.com`;
      const path = `${service.redirects}/${(await create(host)).body.uuid}`;
      const [deleted, updated] = await Promise.all([
        service.api(path, { method: 'DELETE' }),
        service.api(path, { method: 'PUT', json: { redirect_type: 'found' } }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(updated.status);
      expect((await service.api(path)).status).toBe(404);
      expect((await service.edge(host)).status).toBe(404);
    }
  });
});
