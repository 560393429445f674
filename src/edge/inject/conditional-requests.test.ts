/** Requests about pages that clients hold as they got them from here. */
import { describe, expect, it } from 'vitest';
import { openPageEdge, page } from '../../../test/support/page-edge.ts';
import { scriptTag } from './script-tag.ts';

const html = '<head></head>';
const injected = `<head>${scriptTag}</head>`;

/** What the upstream sees of these fields, and what the client gets when the upstream then says this. */
async function passed(
  fields: readonly string[],
  answer: string = page(html),
  start?: string,
): Promise<{ seen: string; answered: Map<string, string>; body: string }> {
  let seen = '';
  const { ask } = await openPageEdge((head, connection) => {
    seen = head;
    connection.say(answer);
  });
  const { fields: answered, body } = await ask(fields, start);
  return { seen, answered: new Map(answered), body };
}

const unchanged = (tag: string): string =>
  `HTTP/1.1 304 Not Modified\r\nETag: ${tag}\r\nAccept-Ranges: bytes\r\n\r\n`;

describe('a validator that was made here', () => {
  it.each([
    ['If-None-Match: "a-np1"', 'If-None-Match: "a"'],
    ['if-none-match: W/"a-np1", "b" ,"c-np1"', 'if-none-match: W/"a", "b" ,"c"'],
    ['If-None-Match: W/"a-np1s"', 'If-None-Match: "a"'],
    ['If-Match: W/"a-np1s"', 'If-Match: "a"'],
    ['If-Match: "a-np1-np1"', 'If-Match: "a-np1"'],
    ['If-None-Match: *\r\nIf-Match: "a-np1"', 'If-None-Match: *\r\nIf-Match: "a"'],
    ['If-None-Match: "a-np1"\r\nSec-Fetch-Dest: empty', 'If-None-Match: "a"\r\nSec-Fetch-Dest: empty'],
    ['If-None-Match: "a-np0"', 'If-None-Match: "a-np0"'],
    ['If-None-Match: a-np1', 'If-None-Match: a-np1'],
  ])('%s reaches the upstream as %s', async (field, expected) => {
    const { seen } = await passed(['A: "x-np1"', field, 'Z: 1']);
    expect(seen).toContain(`\r\nA: "x-np1"\r\n${expected}\r\nZ: 1\r\n`);
  });

  it('is in PUT, too: who has read a page may write it', async () => {
    const { seen } = await passed(
      ['If-Match: "a-np1"', 'Content-Length: 0'],
      page('', ['ETag: "b"']),
      'PUT /',
    );
    expect(seen).toContain('If-Match: "a"\r\n');
  });

  it.each([
    ['"a-np1"', '"a"', '"a-np1"'],
    ['W/"a-np1s", "b-np1"', '"a"', 'W/"a-np1s"'],
    ['W/"a-np1s"', 'W/"a"', 'W/"a-np1s"'],
    ['"b-np1", W/"a-np1"', 'W/"a"', 'W/"a-np1"'],
    ['"b-np1", "a"', '"a"', '"a"'],
  ])('when the client has %s and the upstream has still %s, it is told %s', async (held, tag, told) => {
    const { answered } = await passed([`If-None-Match: ${held}`], unchanged(tag));
    expect(answered.get('etag')).toBe(told);
    expect(answered.get('accept-ranges')).toBe('none');
  });

  it('does not change what is said to others', async () => {
    const { answered } = await passed(['If-None-Match: "a"'], unchanged('"a"'));
    expect([answered.get('etag'), answered.get('accept-ranges')]).toEqual(['"a"', 'bytes']);
  });

  it('comes with pages only, and not when it would be malformed', async () => {
    for (const [tag, expected] of [
      ['"a"', '"a-np1"'],
      ['W/"a"', 'W/"a-np1"'],
      ['""', '"-np1"'],
      ['a', undefined],
    ] as const) {
      const { answered } = await passed([], page(html, [`ETag: ${tag}`]));
      expect(answered.get('etag')).toBe(expected);
    }
  });
});

describe('a range', () => {
  const range = 'Range: bytes=5-';
  it.each([
    ['of a page that was sent from here', 'If-Range: "a-np1"', false],
    ['of one compressed here', 'If-Range: W/"a-np1s"', false],
    ['of what may be a page, known by its date', 'If-Range: Thu, 01 Jan 1970 00:00:00 GMT', false],
    ['of what is no page', 'If-Range: Thu, 01 Jan 1970 00:00:00 GMT\r\nSec-Fetch-Dest: video', true],
    ['of what the upstream has named itself', 'If-Range: "a"', true],
    ['of whatever it is', 'X: y', true],
  ])('%s', async (_, field, isPassed) => {
    const { seen, body } = await passed([range, field]);
    expect(/\r\nRange: bytes=5-\r\n/.test(seen)).toBe(isPassed);
    expect(/\r\nIf-Range: /.test(seen)).toBe(isPassed && field.startsWith('If-Range'));
    // This upstream knows no ranges.
    expect(body === injected || field.includes('video')).toBe(true);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    ['', 'gzip, deflate, br, zstd', 'gzip, deflate, br'],
    ['Sec-Fetch-Dest: document\r\n', 'zstd', 'identity'],
    ['Sec-Fetch-Dest: script\r\n', 'gzip, deflate, br, zstd', 'gzip, deflate, br, zstd'],
    ['', 'gzip', 'gzip'],
  ])('of %j%s becomes %s', async (more, value, expected) => {
    const { seen } = await passed([`${more}Accept-Encoding: ${value}`]);
    expect(seen).toContain(`\r\nAccept-Encoding: ${expected}\r\n`);
  });

  it('is not added', async () => {
    expect((await passed([])).seen).not.toMatch(/accept-encoding/i);
  });
});
