/** `/api/v1/accounts/:account_uuid/hosts/:host/rules`. Source: docs/reference/rules.md ("Reading and replacing"). */
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { takesLongBodies } from '../../api/body/long-body.ts';
import { addRulesBodyParser } from '../../api/body/rules-body.ts';
import { withRulesReader } from '../../api/body/rules-reader.ts';
import { isHeld, tagsIn } from '../../api/entity-tags.ts';
import { accountOf } from '../../api/guard.ts';
import { live as aboutLive } from '../../api/reference/descriptions.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, noQuerySchema, uuidSchema } from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseHostname } from '../../core/hostname.ts';
import { answerOf, RulesAnswers } from './answers.ts';
import { entityTagOf, type HostRulesStore, maxRulesBytes } from './host-rules-store.ts';
import { replaceRules } from './replace-rules.ts';
import { hostRulesSchema, replacedRulesSchema, storedRulesSchema } from './schemas.ts';

type RulesRequest = { Params: { account_uuid: string; host: string }; Body: Buffer | null };

export const rulesPath = '/api/v1/accounts/:account_uuid/hosts/:host/rules';
const tags = ['Rules'];
export const rulesParams: TObject = Type.Object({
  account_uuid: uuidSchema,
  host: Type.String({ description: 'The host whose rules these are.', examples: ['go.example.com'] }),
});

export function addHostRulesRoutes(
  app: FastifyInstance,
  hostRules: HostRulesStore,
  changes: RoutingChanges,
  clock: Clock,
  edgeHostname: string | undefined,
): void {
  const answers = new RulesAnswers(hostRules);

  app.get<RulesRequest>(
    rulesPath,
    {
      schema: {
        operationId: 'getHostRules',
        summary: 'Retrieve the rules of a host',
        description:
          'Answers all rules of a host, in order, without passwords, and an `ETag`. A host without rules has an empty list; one of another account answers 404.',
        tags,
        params: rulesParams,
        querystring: noQuerySchema,
        response: { 200: { ...storedRulesSchema, description: 'The rules.' }, ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const host = readRulesHost(request.params.host);
      const tag = entityTagOf(await hostRules.findState(accountUuid, host));
      if (request.method === 'GET' && isHeld(request.headers['if-none-match'], tag))
        return reply.code(304).header('etag', tag).send();
      const { entityTag, body, release } = await answers.hold(accountUuid, host, tag);
      if (reply.raw.destroyed) release();
      else reply.raw.once('close', release);
      return reply.header('etag', entityTag).type('application/json; charset=utf-8').send(body);
    },
  );

  // A scope of its own, for its body parser.
  void app.register(async (scope) => {
    addRulesBodyParser(scope);
    scope.put<RulesRequest>(
      rulesPath,
      {
        bodyLimit: maxRulesBytes,
        // Who may not write need not send 32 MiB.
        onRequest: async (request) => void accountOf(request, 'write'),
        ...takesLongBodies,
        schema: {
          operationId: 'replaceHostRules',
          summary: 'Replace the rules of a host',
          description: `Replaces all rules of a host at once; an empty list removes them. Send the \`ETag\` as \`If-Match\`, and a change by somebody else in between answers 412 \`precondition_failed\` instead of being lost. A wrong list changes nothing and answers 400 \`rules_invalid\` with the place of the mistake. The body has at most 32 MiB and may be sent with \`Content-Encoding: gzip\`. ${aboutLive}`,
          tags,
          consumes: ['application/json'],
          params: rulesParams,
          headers: Type.Object({
            'if-match': Type.Optional(
              Type.String({ description: 'Replace only the rules with this `ETag`.' }),
            ),
          }),
          body: hostRulesSchema,
          response: {
            200: { ...replacedRulesSchema, description: 'The rules as they are now.' },
            ...errorResponses(400, 403, 404, 412, 413, 415, 429),
          },
        },
      },
      async (request, reply) => {
        const accountUuid = accountOf(request, 'write');
        const host = readRulesHost(request.params.host, edgeHostname);
        const bytes = request.body ?? Buffer.alloc(0);
        const isExpected = rulesExpectation(request.headers['if-match']);
        const names = ['rules', 'warnings'];
        const replaced = await withRulesReader(accountUuid, bytes, names, host, (reader) =>
          replaceRules(hostRules, clock, { accountUuid, host, reader, isExpected }),
        );
        answers.noteAffordable(replaced.entityTag);
        await makeLive(changes, request);
        return reply
          .header('etag', replaced.entityTag)
          .type('application/json; charset=utf-8')
          .send(answerOf(replaced.json, replaced.warnings));
      },
    );
  });
}

/** Brings a host to its stored form; only the operator has rules for `ownName`. Errors: `host_invalid`. */
export function readRulesHost(text: string, ownName?: string): string {
  const parsed = parseHostname(text);
  if (!parsed.ok) throw hostInvalid(text, parsed.reason);
  if (parsed.host === ownName) throw hostInvalid(parsed.host, "it is this service's own name");
  return parsed.host;
}

function hostInvalid(host: string, reason: string): ServiceError {
  return new ServiceError(
    { attribute: 'host' },
    `host ${quoteValue(host)} is invalid: ${reason}; allowed: a DNS host name of two or more labels, without wildcard`,
  );
}

/** Compares strongly: a weak entity tag is never the right one. Source: RFC 9110 section 13.1.1. */
export function rulesExpectation(ifMatch: string | undefined): (entityTag: string) => boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return () => true;
  const expected = tagsIn(ifMatch);
  return (entityTag) => expected.includes(entityTag);
}
