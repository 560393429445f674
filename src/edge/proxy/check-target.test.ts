import { describe, expect, it } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { diallingBy, domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawUpstream, type RawUpstreamConnection } from '../../../test/support/raw-upstream.ts';
import { AddressPolicy } from '../../core/address-policy.ts';
import type { UpstreamRoute } from '../../core/route.ts';
import { type CheckOutcome, type CheckRequest, checkTarget } from './check-target.ts';

const local = new AddressPolicy(['127.0.0.0/8', '::1/128'], []);
const usual: CheckRequest = { path: '/up?full=1', timeout_seconds: 30, status: [200, 399] };

function outcomeOf(
  target: Partial<UpstreamRoute>,
  check: Partial<CheckRequest> = {},
  policy = local,
): Promise<CheckOutcome> {
  const { upstream } = domainAt({ host: 'app.example', targets: [], ...target });
  return new Promise((resolve) => {
    checkTarget(
      upstream,
      { ...upstream, host: '127.0.0.1' },
      { ...usual, ...check },
      diallingBy(policy),
      resolve,
    );
  });
}

/** What a check finds where each head is answered with `say`. */
async function outcomeFrom(
  say: (connection: RawUpstreamConnection) => void,
  check: Partial<CheckRequest> = {},
): Promise<CheckOutcome & { readonly connection: RawUpstreamConnection; readonly head: string }> {
  const upstream = await openRawUpstream();
  const outcome = outcomeOf({ port: upstream.port }, check);
  const connection = await upstream.next();
  const head = await connection.head();
  say(connection);
  return { ...(await outcome), connection, head };
}

const good = { status: 200, failure: null, detail: '' };

describe('a check', () => {
  it('asks with the host and the token of the upstream, and hangs up', async () => {
    const { head, connection, ...outcome } = await outcomeFrom((each) =>
      each.say('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(outcome).toEqual(good);
    expect(head.split('\r\n')).toEqual([
      'GET /up?full=1 HTTP/1.1',
      'Host: app.example',
      'User-Agent: Nameplate-Health-Check',
      'Accept: */*',
      'X-Nameplate-Auth-Token: token-1',
      'Connection: close',
      '',
      '',
    ]);
    await connection.gone();
  });

  it('does not wait for the content, however much there is', async () => {
    const {
      connection,
      head: _,
      ...outcome
    } = await outcomeFrom((each) =>
      each.say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    );
    expect(outcome).toEqual(good);
    await connection.gone();
  });

  it.each([
    ['HTTP/1.1 503 Sorry\r\n\r\n', 503, 'status_refused', 'status 503 is not one from 200 to 399'],
    ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', null, 'switch_unasked', ''],
    ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(65), null, 'too_many_interim', ''],
    [`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(20_000)}`, null, 'head_too_large', ''],
    ['SSH-2.0-x\r\n\r\n', null, 'head_invalid', ''],
  ])('is failed by %j', async (answer, status, failure, detail) => {
    const { connection, head: _, ...outcome } = await outcomeFrom((each) => each.say(answer));
    expect(outcome).toEqual({ status, failure, detail });
    await connection.gone();
  });

  it('takes a redirect for what it is', async () => {
    const redirect = 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n';
    expect(await outcomeFrom((each) => each.say(redirect))).toMatchObject({ ...good, status: 302 });
    const only200 = { status: [200, 200] } as const;
    expect(await outcomeFrom((each) => each.say(redirect), only200)).toMatchObject({
      status: 302,
      failure: 'status_refused',
    });
  });

  it('is failed by an end without an answer', async () => {
    expect(await outcomeFrom((each) => each.reset())).toMatchObject({ failure: 'died_unanswered' });
  });

  it('is failed by an answer that takes too long, even if bytes arrive', async () => {
    const drip = (each: RawUpstreamConnection): void => {
      each.say('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => each.say('X: y\r\n'), 50);
      each.socket.once('close', () => clearInterval(timer));
    };
    expect(await outcomeFrom(drip, { timeout_seconds: 1 })).toMatchObject({
      failure: 'response_timeout',
      detail: 'no answer within 1 s',
    });
  });

  it('is failed where nothing listens, and by an address that is refused', async () => {
    const port = await freePort();
    expect(await outcomeOf({ port })).toMatchObject({ status: null, failure: 'refused' });
    expect(await outcomeOf({ port }, {}, new AddressPolicy([], []))).toMatchObject({
      failure: 'address_refused',
      detail: expect.stringContaining('loopback'),
    });
  });

  it('tells nobody once it is given up', async () => {
    const upstream = await openRawUpstream();
    const outcomes: CheckOutcome[] = [];
    const { upstream: route } = domainAt({ port: upstream.port });
    const giveUp = checkTarget(route, route, usual, diallingBy(local), (outcome) => outcomes.push(outcome));
    const connection = await upstream.next();
    giveUp();
    await connection.gone();
    expect(outcomes).toEqual([]);
  });
});
