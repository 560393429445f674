/** `/api/v1/accounts/:account_uuid/hosts/:host/rules/replay`. Source: docs/reference/replay.md. */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BlockStore } from '../../analytics/engine/report-store.ts';
import type { AccountAnalytics } from '../../api/analytics-domain.ts';
import { takesLongBodies } from '../../api/body/long-body.ts';
import { addRulesBodyParser } from '../../api/body/rules-body.ts';
import { withRulesReader } from '../../api/body/rules-reader.ts';
import { accountOf } from '../../api/guard.ts';
import { findOwnedHost, type Hosts } from '../../api/host-owners.ts';
import { sendJson } from '../../api/long-answers.ts';
import { errorResponses, noQuerySchema, uuidSchema } from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import { HostRulesStore, maxRulesBytes } from './host-rules-store.ts';
import { readReplacement } from './replace-rules.ts';
import { replaying, replayRead } from './replay-host.ts';
import { readReplayRange, replayAnswerSchema, replayRequestSchema } from './replay-schemas.ts';

type ReplayRequest = { Params: { account_uuid: string; host: string }; Body: Buffer | null };

export function addRulesReplayRoutes(
  app: FastifyInstance,
  store: Hosts,
  analytics: AccountAnalytics<BlockStore>,
  clock: Clock,
): void {
  // A scope of its own, for its body parser.
  void app.register(async (scope) => {
    addRulesBodyParser(scope);
    scope.post<ReplayRequest>(
      '/api/v1/accounts/:account_uuid/hosts/:host/rules/replay',
      {
        bodyLimit: maxRulesBytes,
        // Who may not read need not send 32 MiB.
        onRequest: async (request) => void accountOf(request, 'read'),
        ...takesLongBodies,
        schema: {
          operationId: 'replayHostRules',
          summary: 'Replay rules on recorded requests',
          description:
            'Counts what these rules would have done with the requests recorded for the host, without changing anything. The body is that of `replaceHostRules`, with the days to replay. What rules ask for that isn’t recorded is named in `not_replayable`. A wrong list answers 400 `rules_invalid`.',
          tags: ['Rules'],
          consumes: ['application/json'],
          params: Type.Object({
            account_uuid: uuidSchema,
            host: Type.String({ description: 'The host that was asked.', examples: ['go.example.com'] }),
          }),
          querystring: noQuerySchema,
          body: replayRequestSchema,
          response: { 200: replayAnswerSchema, ...errorResponses(400, 404, 413, 415, 429, 503) },
        },
      },
      async (request, reply) => {
        const accountUuid = accountOf(request, 'read');
        const hostRules = new HostRulesStore(store);
        const signal = whenGone(reply);
        const replay = async (): Promise<Uint8Array> => {
          signal.throwIfAborted();
          const owned = await findOwnedHost(store, accountUuid, request.params.host);
          const { host, hasDomain, owners } = owned;
          const stored = await hostRules.find(accountUuid, host);
          const present = stored?.json ?? new Uint8Array();
          const bytes = request.body ?? Buffer.alloc(0);
          const names = ['rules', 'from', 'to'];
          return await withRulesReader(accountUuid, bytes, names, host, async (reader, attributes) => {
            const range = readReplayRange(attributes, clock.now());
            await readReplacement(hostRules, accountUuid, reader, stored);
            const wanted = { host, hasDomain, range, present };
            return await replayRead({ hostRules, analytics }, accountUuid, reader, owners, wanted, signal);
          });
        };
        try {
          const { buffer, byteOffset, length } = await replaying.run(accountUuid, replay);
          return sendJson(reply, Buffer.from(buffer, byteOffset, length));
        } catch (error) {
          if (!signal.aborted) throw error;
          // Nobody is there to be told.
          return reply.hijack();
        }
      },
    );
  });
}

/** Aborts when the client has left before it was answered. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
