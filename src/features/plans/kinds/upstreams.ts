/** Upstreams of a document, by host, port and TLS. Their `name` is the document's. */
import { versionedNames, versionedOf } from '../../../control/audited.ts';
import { fromColumns } from '../../../control/columns.ts';
import { newUuid } from '../../../core/ids.ts';
import type { RouteParts } from '../../../kernel/feature.ts';
import { readOptional, readRequired } from '../../../resources/read-attributes.ts';
import type { RequestBody } from '../../../resources/request-body.ts';
import {
  readChangedUpstream,
  readNewUpstream,
  refuseForbiddenPlaces,
  type Upstream,
  upstreamResource,
} from '../../../resources/upstream.ts';
import { upstreamActs } from '../../upstreams/feature.ts';
import { upstreamTlsChecks } from '../../upstreams/tls-checks.ts';
import { Upstreams } from '../../upstreams/upstream-store.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import type { Applying, Kind, Scope } from '../kind.ts';
import { type Operation, type SecretUse, textsOf, valuesAfter } from '../operation.ts';
import { planInvalid } from '../problems.ts';
import { readSecretName } from '../secret-names.ts';
import { inApply, rowsOf } from './writing.ts';

const names: readonly string[] = versionedNames(upstreamResource);
const secretNames = ['auth_token', 'tls_client_key'] as const;
const storedNames = upstreamResource.stored.filter((name) => name !== 'auth_token');

/** Exports name upstreams by what they are matched by, which is a host of up to 253 characters and more. */
const maxNameLength = 300;

/** Without its token. */
type Known = Omit<Upstream, 'authToken' | 'accountUuid'>;

export function upstreamKind({ clock, upstreamCheck }: RouteParts): Kind<Known> {
  return {
    name: 'upstreams',
    names: ['name', ...upstreamResource.writable],
    deletesFirst: false,
    keyOf({ body, place }, { upstreams }) {
      const { host, port, tls } = upstreamResource.attributes;
      const name = body.attributes.get('name');
      if (typeof name !== 'string' || name === '' || name.length > maxNameLength)
        throw planInvalid([`${place}.name: is missing or not a text of 1 to ${maxNameLength} characters`]);
      if (upstreams.has(name))
        throw planInvalid([`${place}.name: ${JSON.stringify(name)} is the name of an earlier one`]);
      const { defaults } = upstreamResource;
      const key = keyOf({
        host: readRequired(body, host),
        port: readOptional(body, port) ?? defaults.port,
        tls: readOptional(body, tls) ?? defaults.tls,
      });
      // Its uuid follows when it is read.
      upstreams.set(name, { uuid: '', key });
      return key;
    },
    async find(scope, keys) {
      const wanted = keys === 'all' ? undefined : new Set(keys);
      const hosts = keys === 'all' ? keys : [...new Set(keys.map(hostIn))];
      const rows = await rowsOf(scope, hosts, (queries, part) => {
        const query = queries
          .selectFrom('upstreams')
          .selectAll()
          .where('account_uuid', '=', scope.accountUuid);
        return part ? query.where('host', 'in', part) : query;
      });
      return rows.flatMap((row) => {
        const entity = fromColumns(upstreamResource, storedNames, row);
        const { uuid, updatedAt } = entity;
        const key = keyOf(entity);
        return wanted?.has(key) === false ? [] : [{ key, uuid, state: `${uuid} ${updatedAt}`, entity }];
      });
    },
    attributesOf: async ({ entity }) => textsOf(versionedOf(upstreamResource, names, entity)),
    entryOf: ({ uuid }, attributes, upstreams) => ({
      ...textsOf({ name: upstreams.get(uuid) }),
      ...attributes,
    }),
    async read({ accountUuid, upstreams }, { body, place }, found) {
      const current = found && { ...found.entity, accountUuid, authToken: '' };
      await refuseForbiddenPlaces(body, upstreamCheck, accountUuid, current);
      const secrets = secretsOf(body, place, found === undefined);
      const plain = without(body, ['name', ...secretNames]);
      const { tls_client_key: checkKey, ...others } = upstreamTlsChecks(clock.now(), current);
      // A key that only apply has is checked there.
      const hasKey = secrets.some(({ attribute }) => attribute === 'tls_client_key');
      const checks = hasKey || !checkKey ? others : { ...others, tls_client_key: checkKey };
      const values = current ? readChangedUpstream(plain, current, checks) : readNewUpstream(plain, checks);
      const uuid = found?.uuid ?? newUuid();
      const name = String(body.attributes.get('name'));
      upstreams.set(name, { uuid, key: keyOf(values) });
      const isNewCertificate = values.tlsClientCertificate !== (current?.tlsClientCertificate ?? '');
      return {
        attributes: textsOf(versionedOf(upstreamResource, names, values)),
        secrets: secrets.map((one) =>
          one.attribute === 'tls_client_key' && isNewCertificate
            ? Object.assign({}, one, { required: true })
            : one,
        ),
        uuid,
      };
    },
    async prepare(applying, { creates, changes, keeps, deletes }) {
      const { accountUuid, store, secrets } = applying;
      const written = [
        ...changes,
        ...keeps.filter((one) => one.secrets.some(({ name }) => secrets.has(name))),
      ];
      // They ask DNS.
      for (const operation of creates)
        await refuseForbiddenPlaces(bodyWith(operation, 'create', secrets), upstreamCheck, accountUuid);
      for (const operation of changes) {
        const current = await new Upstreams(store).find(accountUuid, operation.uuid ?? '');
        await refuseForbiddenPlaces(
          bodyWith(operation, 'change', secrets),
          upstreamCheck,
          accountUuid,
          current,
        );
      }
      return {
        async write(trx) {
          const stored = new Upstreams(trx.store);
          for (const operation of creates) {
            const body = bodyWith(operation, 'create', secrets);
            const attributes = readNewUpstream(body, upstreamTlsChecks(clock.now()));
            const created = await stored.create(accountUuid, attributes, operation.uuid ?? undefined);
            if (attributes.authToken === undefined)
              trx.made.push({
                kind: 'upstreams',
                key: operation.key,
                uuid: created.uuid,
                name: 'auth_token',
                value: created.authToken,
              });
          }
          for (const operation of written) {
            const body = bodyWith(operation, 'change', secrets);
            await stored.update(accountUuid, operation.uuid ?? '', (current) =>
              readChangedUpstream(body, current, upstreamTlsChecks(clock.now(), current)),
            );
          }
        },
        async delete(trx) {
          const acts = upstreamActs(inApply(trx));
          for (const { uuid } of deletes) await acts.delete?.(accountUuid, uuid ?? '', trx.request);
        },
      };
    },
  };
}

/** What upstreams are matched by. */
function keyOf({ host, port, tls }: Pick<Upstream, 'host' | 'port' | 'tls'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}${tls ? '' : ':clear'}`;
}

/** As it stands in a key: an IPv6 address in brackets. */
export function hostOf(key: string): string {
  return key.replace(/:\d+(?::clear)?$/, '');
}

/** As it is stored. */
export function hostIn(key: string): string {
  return hostOf(key).replace(/^\[|\]$/g, '');
}

const known = new WeakMap<Scope, Promise<ReadonlyMap<string, string>>>();

/** Of the account's upstreams, by uuid. */
export function upstreamKeys(scope: Scope): Promise<ReadonlyMap<string, string>> {
  const keys = known.get(scope) ?? readKeys(scope);
  known.set(scope, keys);
  return keys;
}

async function readKeys({ store, accountUuid }: Scope): Promise<ReadonlyMap<string, string>> {
  const rows = await store.database.queries
    .selectFrom('upstreams')
    .select(['uuid', 'host', 'port', 'tls'])
    .where('account_uuid', '=', accountUuid)
    .execute();
  return new Map(rows.map(({ uuid, host, port, tls }) => [uuid, keyOf({ host, port, tls: tls === 1 })]));
}

function secretsOf({ attributes }: RequestBody, place: string, isNew: boolean): SecretUse[] {
  return secretNames.flatMap((attribute) => {
    const value = attributes.get(attribute);
    // Null is what those who may not see it have.
    if (value === undefined || (attribute === 'auth_token' && value === null)) return [];
    return [{ name: readSecretName(value, `${place}.${attribute}`), attribute, required: isNew }];
  });
}

function without(body: RequestBody, left: readonly string[]): RequestBody {
  const attributes = new Map([...body.attributes].filter(([name]) => !left.includes(name)));
  return { ...body, attributes };
}

function bodyWith(
  operation: Operation,
  action: 'create' | 'change',
  values: Applying['secrets'],
): RequestBody {
  const secrets = operation.secrets.flatMap(({ name, attribute }) => {
    const value = values.get(name);
    return value === undefined ? [] : [[attribute, value] as const];
  });
  return bodyOf({ ...valuesAfter(action, operation), ...Object.fromEntries(secrets) });
}
