/** Texts that a store can't hold, wherever the API takes one. Source: docs/reference/api.md ("Errors"). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { onEachControlStore } from '../../support/control-stores.ts';
import { type Customers, startWithCustomers } from '../../support/customers.ts';

type Schema = { readonly $ref?: string; readonly properties?: object };
type Parameter = { readonly in: string; readonly name: string };
type Operation = {
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
};

const document = JSON.parse(readFileSync('docs/reference/openapi.json', 'utf8'));
const operations = Object.entries<Readonly<Record<string, Operation>>>(document.paths).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The operations that no request of these may carry out. */
const excepted = /backup|restore|rotation|log_level/;
const nul = '\u0000';

function schemaOf({ requestBody }: Operation): Schema {
  const { schema = {} } = Object.values(requestBody?.content ?? {})[0] ?? {};
  return schema.$ref === undefined
    ? schema
    : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
}

function fill(path: string, { accountUuid, domains, path: domainsPath, tokenUuid }: Customers): string {
  const known: Readonly<Record<string, string | undefined>> = {
    account_uuid: accountUuid,
    upstream_uuid: domainsPath.split('/').at(-2),
    custom_domain_uuid: domains.a.uuid,
    uuid: domains.a.uuid,
    host: domains.a.host,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? tokenUuid);
}

onEachControlStore('texts that a store can’t hold', (newLocation) => {
  test('are no fault of the service in any parameter or attribute', async () => {
    const location = await newLocation('tables');
    const customers = await startWithCustomers({ location, rateLimit: 0 });
    const { ask, headers, log } = customers;
    const faults: string[] = [];
    const send = async (method: string, path: string, json?: object) => {
      const { status } = await ask(path, { method: method.toUpperCase(), headers, ...(json && { json }) });
      if (status >= 500) faults.push(`${method} ${path} ${JSON.stringify(json)}: ${status}`);
    };
    for (const { path, method, operation } of operations) {
      if (excepted.test(path)) continue;
      const at = fill(path, customers);
      if (method === 'get') {
        for (const parameter of operation.parameters ?? [])
          if (parameter.in === 'query') await send(method, `${at}?${parameter.name}=a%00b`);
          else if (parameter.in === 'path')
            await send(method, fill(path.replace(`{${parameter.name}}`, '%00'), customers));
      } else
        for (const name of Object.keys(schemaOf(operation).properties ?? {}))
          for (const value of [nul, [{ [nul]: nul }]]) await send(method, at, { [name]: value });
    }
    expect(faults).toEqual([]);
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('are in no signed token', async () => {
    const { ask, newKey, account } = await startWithCustomers({ location: await newLocation('tables') });
    const key = await newKey();
    for (const path of ['/api/v1/me', `${account}/usage`, `${account}/findings`])
      expect(await ask(path, { headers: key.sign({ external_id: `one${nul}` }) })).toMatchObject({
        status: 401,
      });
  });

  test('name every wrong host of a batch, also where all are', async () => {
    const { ask, headers, path } = await startWithCustomers({ location: await newLocation('tables') });
    const json = { custom_domains: [{ host: 'x' }, { host: nul }] };
    const { status, body } = await ask(`${path}/batch`, { headers, json });
    expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'custom_domains_invalid' });
    expect(body.error).toContain('custom_domains[0]');
    expect(body.error).toContain('custom_domains[1]');
  });
});
