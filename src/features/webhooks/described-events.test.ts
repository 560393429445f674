/** The events of the API reference are those that are sent. Source: docs/reference/webhooks.md ("Events"). */
import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { webhookEventTypes, webhookTestType } from '../../core/webhook-event.ts';

type Described = { readonly properties: object; readonly required?: readonly string[] };

test('every event is described, and what is sent has the attributes that it is described with', async () => {
  const api = await startApi();
  const { body: document } = await api.ask('/openapi.json');
  expect(Object.keys(document.webhooks)).toEqual([...webhookEventTypes, webhookTestType]);
  const describedDataOf = (type: string): Described => {
    const { schema } = document.webhooks[type].post.requestBody.content['application/json'];
    expect(schema.properties.type.enum).toEqual([type]);
    return document.components.schemas[schema.properties.data.$ref.split('/').at(-1)];
  };

  const account = `/api/v1/accounts/${api.accountUuid}`;
  const send = async (method: string, path: string, json?: unknown) => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
    const answer = await api.ask(`${account}${path}`, { method, headers, json });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const endpoint = await send('POST', '/webhook_endpoints', { url: 'https://8.8.8.8/hook' });
  const redirect = await send('POST', '/redirects', {
    source_host: 'go.example.com',
    destination_url: 'https://www.example.com',
  });
  await send('PUT', `/redirects/${redirect.uuid}`, { note: 'new' });
  await send('DELETE', `/redirects/${redirect.uuid}`);
  await send('PUT', '/hosts/go.example.com/rules', { rules: [{ then: { respond: { status: 404 } } }] });
  const upstream = await send('POST', '/upstreams', { host: '8.8.8.8' });
  const domains = `/upstreams/${upstream.uuid}/custom_domains`;
  const domain = await send('POST', domains, { host: 'shop.example.com' });
  await send('PUT', `${domains}/${domain.uuid}`, { external_id: '4711' });
  await send('DELETE', `${domains}/${domain.uuid}`);
  await send('POST', `/webhook_endpoints/${endpoint.uuid}/test`);

  const deliveries = `/webhook_endpoints/${endpoint.uuid}/deliveries`;
  const { data } = await send('GET', deliveries);
  const types: string[] = [];
  for (const { uuid, type } of data) {
    const sent = (await send('GET', `${deliveries}/${uuid}`)).body;
    const { properties, required = [] } = describedDataOf(type);
    expect(Object.keys(properties), type).toEqual(expect.arrayContaining(Object.keys(sent.data)));
    expect(Object.keys(sent.data), type).toEqual(expect.arrayContaining([...required]));
    types.push(type);
  }
  expect(types.toSorted()).toEqual([
    'custom_domain.created',
    'custom_domain.deleted',
    'custom_domain.updated',
    'redirect.created',
    'redirect.deleted',
    'redirect.updated',
    'rules.replaced',
    'webhook_endpoint.test',
  ]);
});
