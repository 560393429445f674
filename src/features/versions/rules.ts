/** `…/hosts/:host/rules/versions`. Source: docs/reference/versions.md ("Rules"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { withRulesReader } from '../../api/body/rules-reader.ts';
import { ifMatchSchema } from '../../api/entity-tags.ts';
import { accountOf } from '../../api/guard.ts';
import { LongAnswers, sendJson } from '../../api/long-answers.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { page as aboutPages, live } from '../../api/reference/descriptions.ts';
import { makeLive } from '../../api/routing-changes.ts';
import { errorResponses, pageQuery, pageSchema } from '../../api/schemas/common.ts';
import { shownText } from '../../control/rules-text.ts';
import { rangeOf } from '../../core/page.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { answerOf } from '../rules/answers.ts';
import { type HostRules, HostRulesStore } from '../rules/host-rules-store.ts';
import { type Replaced, replaceRules } from '../rules/replace-rules.ts';
import { readRulesHost, rulesExpectation, rulesParams, rulesPath } from '../rules/routes.ts';
import { replacedRulesSchema } from '../rules/schemas.ts';
import { noVersion, readVersionNumber, versionNumberSchema } from './routes.ts';
import type { Version, Versioned, Versions } from './version-store.ts';
import { versionSchema, versionToWire } from './wire.ts';

type RulesRequest = {
  Params: { account_uuid: string; host: string; n: string };
  Querystring: Query;
  Body: RequestBody | null;
};
type RestoredList = {
  readonly accountUuid: string;
  readonly host: string;
  /** As it was stored. */
  readonly list: Uint8Array;
  readonly isExpected: (entityTag: string) => boolean;
  readonly again?: Pick<HostRules, 'uuid' | 'version'> | undefined;
};
export type RestoreRules = (restored: RestoredList) => Promise<Replaced>;

export const noRules: Uint8Array = Buffer.from('[]');
/** Of lists in one answer: longer ones are made a few at a time. */
const longBytes = 1024 * 1024;

/** Writes a list that was stored as if it were sent, but with the hashes that its users had. Errors: as of replacing them. */
export function rulesRestorer({ store, clock }: RouteParts): RestoreRules {
  const hostRules = new HostRulesStore(store);
  return async ({ accountUuid, host, list, isExpected, again }) => {
    const body = answerOf(await shownText(list));
    return await withRulesReader(accountUuid, body, ['rules'], host, (reader) =>
      replaceRules(hostRules, clock, { accountUuid, host, reader, isExpected, hashesFrom: list, again }),
    );
  };
}

export function addRulesVersionRoutes(app: FastifyInstance, versions: Versions, parts: RouteParts): void {
  const { store, changes, reservedHost } = parts;
  const hostRules = new HostRulesStore(store);
  const restore = rulesRestorer(parts);
  const answers = new LongAnswers();

  app.get<RulesRequest>(
    `${rulesPath}/versions`,
    {
      schema: {
        operationId: 'listHostRulesVersions',
        summary: 'List versions of a host’s rules',
        description: `${aboutPages} Newest first: the first one is the rules as they are now. Their \`attributes\` are \`rules\`, without passwords. At most 50 are kept. A host that never had rules has none; one of another account answers 404.`,
        tags: ['Rules'],
        params: rulesParams,
        querystring: Type.Object({ ...pageQuery }),
        response: { 200: pageSchema(versionSchema, 'A page of versions.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const host = readRulesHost(request.params.host);
      const page = readPage(request.query);
      const stored = await hostRules.find(accountUuid, host);
      const owner: Versioned = { accountUuid, kind: 'host_rules', key: host };
      const { versions: items, count } = await versions.list(owner, rangeOf(page), stored?.updatedAt);
      const pagination = paginate(request, reply, page, count);
      const make = () => answerOfPage(versions, owner, items, stored?.json ?? noRules, pagination);
      const bytes = items.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? stored?.json.length ?? 0), 0);
      if (bytes <= longBytes) return sendJson(reply, await make());
      return await answers.inTurn(accountUuid, reply, async () => void sendJson(reply, await make()));
    },
  );

  app.post<RulesRequest>(
    `${rulesPath}/versions/:n/restore`,
    {
      schema: {
        operationId: 'restoreHostRulesVersion',
        summary: 'Restore a version of a host’s rules',
        description: `Replaces the rules as \`replaceHostRules\` does, with the same checks, by those of the version, whose users have the passwords that they had then. ${live}`,
        tags: ['Rules'],
        consumes: [...bodyMediaTypes],
        params: Type.Object({ ...rulesParams.properties, n: versionNumberSchema }),
        headers: ifMatchSchema,
        response: {
          200: { ...replacedRulesSchema, description: 'The rules as they are now.' },
          ...errorResponses(400, 403, 404, 412, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const host = readRulesHost(request.params.host, reservedHost);
      refuseUnknownAttributes(request.body ?? emptyBody, []);
      const stored = await hostRules.find(accountUuid, host);
      const { n } = request.params;
      const found = await versions.find({ accountUuid, kind: 'host_rules', key: host }, readVersionNumber(n));
      const list = found === 'present' ? stored?.json : found;
      if (!list) throw noVersion(n);
      const isExpected = rulesExpectation(request.headers['if-match']);
      const { json, entityTag, warnings } = await restore({ accountUuid, host, list, isExpected });
      await makeLive(changes, request);
      return reply
        .header('etag', entityTag)
        .type('application/json; charset=utf-8')
        .send(answerOf(json, warnings));
    },
  );
}

/** The lists are JSON already, as long as they may be. */
async function answerOfPage(
  versions: Versions,
  owner: Versioned,
  items: readonly Version[],
  present: Uint8Array,
  pagination: object,
): Promise<Buffer> {
  const before = items.flatMap(({ n, sizeBytes }) => (sizeBytes === undefined ? [] : [n]));
  const lists = await versions.attributes(owner, before);
  const parts: Uint8Array[] = [];
  for (const version of items) {
    const shown = await shownText(lists.get(version.n) ?? present);
    const [end, comma] = ['}}', parts.length === 0 ? '' : ','];
    const start = JSON.stringify(versionToWire(version, { rules: null })).slice(0, -`null${end}`.length);
    parts.push(Buffer.from(comma + start), shown, Buffer.from(end));
  }
  return Buffer.concat([
    Buffer.from('{"data":['),
    ...parts,
    Buffer.from(`],"pagination":${JSON.stringify(pagination)}}`),
  ]);
}
