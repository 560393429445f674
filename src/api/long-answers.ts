/**
 * Long answers are made a few at a time, and kept in memory until they are sent. Source: docs/reference/limits.md ("Shares"),
 * docs/reference/api.md ("Compression").
 */
import type { FastifyReply } from 'fastify';
import { FairPool } from '../core/fair-pool.ts';

const longAnswers = 4;
/** A longer answer is sent as it is: without an entity tag, and not compressed. */
const maxTextBytes = 8 * 1024 * 1024;

export class LongAnswers {
  readonly #places = new FairPool(longAnswers);

  /**
   * Has an answer made, and begun to be sent, when its account has a place, which it keeps until all is sent or the client has left.
   * Errors: `too_many_requests_under_way`.
   */
  async inTurn(accountUuid: string, reply: FastifyReply, send: () => Promise<void>): Promise<FastifyReply> {
    await this.#places.run(accountUuid, async () => {
      if (reply.raw.destroyed) return;
      await send();
      await whenSent(reply);
    });
    return reply;
  }
}

function whenSent({ raw }: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    if (raw.destroyed || raw.writableFinished) resolve();
    else raw.once('finish', resolve).once('close', resolve);
  });
}

/** Sends JSON that is made already. */
export function sendJson(reply: FastifyReply, json: Buffer): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(json.length > maxTextBytes ? json : json.toString());
}
