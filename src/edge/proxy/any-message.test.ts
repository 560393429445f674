import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RawClient } from '../../../test/support/raw-http.ts';
import { openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { runs } from '../../../test/support/runs.ts';

describe('any message', () => {
  it('arrives byte for byte the same, its target percent-encoded where it has to be', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('latin1'));
    const big = fc
      .tuple(bytes, fc.integer({ min: 1, max: 3_000 }))
      .map(([text, count]) => `x${text}`.repeat(count));
    const content = fc.array(fc.oneof(bytes, big), { maxLength: 4 });
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9!#$%&'*+.^`|~]{0,12}$/).map((text) => `Q${text}`);
    const value = fc.stringMatching(/^[!-~\x80-\xff]([ -~\x80-\xff]{0,30}[!-~\x80-\xff])?$/);
    const fields = fc.array(
      fc.tuple(name, value).map(([key, text]) => `${key}: ${text}`),
      { maxLength: 6 },
    );
    const path = fc.stringMatching(/^\/[!"$-~\x80-\xff]{0,40}$/);
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const coded = (pieces: readonly string[], isChunked: boolean): [string, string[]] => {
      const all = pieces.join('');
      if (!isChunked) return [`Content-Length: ${all.length}`, [...pieces]];
      const chunks = pieces
        .filter((piece) => piece !== '')
        .map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
      return ['Transfer-Encoding: chunked', [...chunks, '0\r\n\r\n']];
    };
    const decoded = (text: string, isChunked: boolean): string => {
      if (!isChunked) return text;
      let all = '';
      for (let at = 0; ; ) {
        const end = text.indexOf('\r\n', at);
        const size = Number.parseInt(text.slice(at, end), 16);
        if (size === 0) return all;
        all += text.slice(end + 2, end + 2 + size);
        at = end + 2 + size + 2;
      }
    };
    await fc.assert(
      fc.asyncProperty(
        path,
        fields,
        content,
        fc.boolean(),
        fields,
        content,
        fc.boolean(),
        async (target, asked, up, isUpChunked, said, down, isDownChunked) => {
          const client = new RawClient(edge.port);
          const [upField, upPieces] = coded(up, isUpChunked);
          client.send(request(`POST ${target}`, [...asked, upField]));
          for (const piece of upPieces) client.send(piece);
          const known = upstream.connections.length;
          const connection = known === 0 ? await upstream.next() : upstream.connections[known - 1];
          if (!connection) throw new Error('no connection');
          const head = await connection.head();
          const encoded = target.replaceAll(
            /[\x80-\xff]/g,
            (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
          );
          expect(head.startsWith(`POST ${encoded} HTTP/1.1\r\n`)).toBe(true);
          expect([...head.matchAll(/^Q.*(?=\r\n)/gm)].map(([line]) => line)).toEqual(asked);
          const upText = up.join('');
          const isComplete = (): boolean =>
            isUpChunked
              ? connection.received.endsWith('0\r\n\r\n') &&
                decoded(connection.received, true).length === upText.length
              : connection.received.length === upText.length;
          await connection.until(isComplete);
          expect(decoded(connection.received, isUpChunked) === upText).toBe(true);
          connection.received = '';
          const [downField, downPieces] = coded(down, isDownChunked);
          connection.say(
            `HTTP/1.1 200 OK\r\n${said.map((field) => `${field}\r\n`).join('')}${downField}\r\n\r\n`,
          );
          for (const piece of downPieces) connection.say(piece);
          const downText = down.join('');
          await client.until(/\r\n\r\n/);
          const bodyAt = client.received.indexOf('\r\n\r\n') + 4;
          const isWhole = (): boolean => {
            const body = client.received.slice(bodyAt);
            return isDownChunked
              ? body.endsWith('0\r\n\r\n') && decoded(body, true).length === downText.length
              : body.length === downText.length;
          };
          while (!isWhole()) await sleep(1);
          expect(decoded(client.received.slice(bodyAt), isDownChunked) === downText).toBe(true);
          expect(
            [...client.received.slice(0, bodyAt).matchAll(/^Q.*(?=\r\n)/gm)].map(([line]) => line),
          ).toEqual(said);
          client.socket.destroy();
        },
      ),
      { numRuns: runs(40) },
    );
    expect(upstream.connections).toHaveLength(1);
  });
});
