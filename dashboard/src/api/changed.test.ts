import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { changed } from './changed.ts';

test('nothing that names a deleted item is asked for again', async () => {
  const client = new QueryClient();
  const asked: string[] = [];
  const keys = [
    ['custom-domains', 'list', {}, { page: 1 }],
    ['custom-domains', 'of-upstream', 'gone', 3],
    ['custom-domains', 'of-upstream', 'kept', 3],
    ['upstreams', 'one', { account_uuid: 'a', upstream_uuid: 'gone' }],
    ['certificates', 'list', {}],
  ];
  const stops = keys.map((queryKey) => {
    const queryFn = () => asked.push(JSON.stringify(queryKey));
    return new QueryObserver(client, { queryKey, queryFn, initialData: 0, staleTime: 60_000 }).subscribe(
      () => undefined,
    );
  });
  await changed(client, ['custom-domains', 'upstreams'], ['gone']);
  for (const stop of stops) stop();
  expect(asked).toEqual([JSON.stringify(keys[0]), JSON.stringify(keys[2])]);
});

test('what was deleted is gone at once from lists that are opened next', () => {
  const client = new QueryClient();
  const pagination = { count: 30, page: 1 };
  const rows = [{ uuid: 'kept' }, { uuid: 'gone' }];
  client.setQueryData(['funnels', 'list', {}], { data: rows, pagination });
  client.setQueryData(['upstreams', 'list', {}], { records: rows, pagination });
  client.setQueryData(['funnels', 'one', {}], { uuid: 'kept' });
  void changed(client, ['funnels', 'upstreams'], ['gone']);
  const left = { count: 29, page: 1 };
  expect(client.getQueryData(['funnels', 'list', {}])).toEqual({
    data: [{ uuid: 'kept' }],
    pagination: left,
  });
  expect(client.getQueryData(['upstreams', 'list', {}])).toEqual({
    records: [{ uuid: 'kept' }],
    pagination: left,
  });
  expect(client.getQueryData(['funnels', 'one', {}])).toEqual({ uuid: 'kept' });
});
