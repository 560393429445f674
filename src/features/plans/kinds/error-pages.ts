/** Error pages of a document, by the host of their custom domain, or the name of their upstream, and their `status`. */
import { type ErrorPageStatus, errorPageStatuses } from '../../../core/error-page.ts';
import { readDomainHost } from '../../../resources/custom-domain.ts';
import { readRequired } from '../../../resources/read-attributes.ts';
import { errorPageHtml } from '../../error-pages/error-page.ts';
import { ErrorPages, type PageOwner } from '../../error-pages/error-page-store.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import type { Entry, Kind, Planning, Scope } from '../kind.ts';
import { textsOf, valuesAfter } from '../operation.ts';
import { planInvalid } from '../problems.ts';
import { domainsOf, requireDomain } from './goals.ts';
import { hostIn, upstreamKeys } from './upstreams.ts';
import { rowsOf } from './writing.ts';

type Known = { readonly owner: PageOwner; readonly status: ErrorPageStatus };

export const errorPageKind: Kind<Known> = {
  name: 'error_pages',
  names: ['host', 'upstream', 'status', 'html'],
  deletesFirst: true,
  keyOf: (entry, planning) => keyOf(ownerIn(entry, planning), statusIn(entry)),
  async find(scope, keys) {
    const { accountUuid } = scope;
    const wanted = keys === 'all' ? undefined : new Set(keys);
    const columns = ['error_pages.uuid', 'error_pages.status', 'error_pages.updated_at'] as const;
    const owners = keys === 'all' ? keys : [...new Set(keys.map(ofIn))];
    const hosts = owners === 'all' ? owners : owners.filter((of) => !isUpstream(of));
    const ofDomains = await rowsOf(scope, hosts, (queries, part) => {
      const query = queries
        .selectFrom('error_pages')
        .innerJoin('custom_domains', 'custom_domains.uuid', 'custom_domain_uuid')
        .select([...columns, 'custom_domains.host', 'custom_domains.uuid as owner_uuid'])
        .where('custom_domains.account_uuid', '=', accountUuid);
      return part ? query.where('custom_domains.host', 'in', part) : query;
    });
    const places = owners === 'all' ? owners : [...new Set(owners.filter(isUpstream).map(hostIn))];
    const ofUpstreams = await rowsOf(scope, places, (queries, part) => {
      const query = queries
        .selectFrom('error_pages')
        .innerJoin('upstreams', 'upstreams.uuid', 'error_pages.upstream_uuid')
        .select([...columns, 'upstreams.uuid as owner_uuid'])
        .where('upstreams.account_uuid', '=', accountUuid);
      return part ? query.where('upstreams.host', 'in', part) : query;
    });
    const upstreams = ofUpstreams.length > 0 ? await upstreamKeys(scope) : new Map<string, string>();
    const all = [
      ...ofDomains.map((row) => Object.assign(row, { kind: 'custom_domain', of: row.host } as const)),
      ...ofUpstreams.map((row) =>
        Object.assign(row, { kind: 'upstream', of: upstreams.get(row.owner_uuid) ?? '' } as const),
      ),
    ];
    return all.flatMap(({ uuid, status, updated_at: updatedAt, owner_uuid: ownerUuid, kind, of }) => {
      const key = keyOf(of, status);
      const owner = { kind, accountUuid, uuid: ownerUuid };
      const entity = { owner, status };
      return wanted?.has(key) === false ? [] : [{ key, uuid, state: `${uuid} ${updatedAt}`, entity }];
    });
  },
  async attributesOf({ entity: { owner, status } }, { store }) {
    const page = await new ErrorPages(store).find(owner, status);
    return textsOf({ html: page?.html ?? null });
  },
  entryOf({ key, entity: { owner, status } }, attributes, upstreams) {
    const of = owner.kind === 'upstream' ? { upstream: upstreams.get(owner.uuid) } : { host: ofIn(key) };
    return { ...textsOf({ ...of, status }), ...attributes };
  },
  async read(planning, entry, found) {
    const { place, body } = entry;
    const of = ownerIn(entry, planning);
    if (!isUpstream(of)) await requireDomain(planning, { host: of, place, isNew: !found });
    return { attributes: textsOf({ html: readRequired(body, errorPageHtml) }) };
  },
  async prepare({ accountUuid }, { creates, changes, deletes }) {
    return {
      async write(trx) {
        const pages = new ErrorPages(trx.store);
        const written = [
          ...creates.map((one) => ['create', one] as const),
          ...changes.map((one) => ['change', one] as const),
        ];
        const owners = await ownersOf(
          trx,
          written.map(([, { key }]) => key),
        );
        for (const [action, operation] of written) {
          const html = readRequired(bodyOf(valuesAfter(action, operation)), errorPageHtml);
          const owner = owners(operation.key);
          if (owner) await pages.set({ ...owner, accountUuid }, statusOf(operation.key), html);
        }
      },
      async delete(trx) {
        const pages = new ErrorPages(trx.store);
        for (const { entity } of await errorPageKind.find(
          trx,
          deletes.map(({ key }) => key),
        ))
          await pages.delete(entity.owner, entity.status);
      },
    };
  },
};

/** Keys of upstreams have a port, hosts have none. */
function isUpstream(of: string): boolean {
  return of.includes(':');
}

function keyOf(of: string, status: number): string {
  return `${of} ${status}`;
}

function ofIn(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}

function statusOf(key: string): ErrorPageStatus {
  return errorPageStatuses.find((status) => key.endsWith(` ${status}`)) ?? 404;
}

function ownerIn({ body: { attributes }, place }: Entry, { upstreams }: Planning): string {
  const host = attributes.get('host');
  const name = attributes.get('upstream');
  if (typeof host === 'string' && name === undefined) return readDomainHost(host);
  const upstream = typeof name === 'string' && host === undefined ? upstreams.get(name) : undefined;
  if (upstream) return upstream.key;
  throw planInvalid([`${place}: has neither a host nor the name of an upstream of the document, or both`]);
}

function statusIn({ body, place }: Entry): ErrorPageStatus {
  const given = body.attributes.get('status');
  const status = errorPageStatuses.find((one) => one === given);
  if (status !== undefined) return status;
  throw planInvalid([`${place}.status: is missing or none of ${errorPageStatuses.join(', ')}`]);
}

async function ownersOf(
  scope: Scope,
  keys: readonly string[],
): Promise<(key: string) => Omit<PageOwner, 'accountUuid'> | undefined> {
  const all = keys.map(ofIn);
  const domains = await domainsOf(
    scope,
    all.filter((of) => !isUpstream(of)),
  );
  const upstreams = new Map([...(await upstreamKeys({ ...scope }))].map(([uuid, key]) => [key, uuid]));
  return (key) => {
    const of = ofIn(key);
    const uuid = isUpstream(of) ? upstreams.get(of) : domains.get(of);
    return uuid === undefined ? undefined : { kind: isUpstream(of) ? 'upstream' : 'custom_domain', uuid };
  };
}
