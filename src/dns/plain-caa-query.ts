/**
 * Asks for CAA records without Node's resolver, which refuses an answer as a whole when one value in it is empty. Such a value
 * permits nobody, and its siblings count. Source: RFC 8659 section 4.1, RFC 1035 section 4.2.
 */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { buffer } from 'node:stream/consumers';
import packet from 'dns-packet';

type Property = { readonly tag: string; readonly value: string; readonly critical: boolean };

const timeoutMs = 3_000;
const dnsPort = 53;
const critical = 128;
/** RFC 1035 section 4.1.1. */
const responseCodeBits = 15;
const noError = 0;
const nameError = 3;

/** `servers` as Node's resolver has them. Rejects when the first one doesn't answer. */
export async function queryCaa(servers: readonly string[], name: string): Promise<readonly Property[]> {
  const server = serverOf(servers[0] ?? '');
  const id = randomInt(65_536);
  const questions = [{ type: 'CAA', name } as const];
  const query = packet.encode({ type: 'query', id, flags: packet.RECURSION_DESIRED, questions });
  let answer = packet.decode(await askByUdp(server, query));
  if (answer.flag_tc) answer = packet.decode(await askByTcp(server, query));
  if (answer.id !== id) throw new Error('the answer is to another question');
  // Without records, as RFC 8659 section 3 has it, only when the name has none or doesn't exist.
  const responseCode = (answer.flags ?? 0) & responseCodeBits;
  if (responseCode !== noError && responseCode !== nameError)
    throw new Error(`the server answered with response code ${responseCode}`);
  return (answer.answers ?? []).flatMap((record) => {
    if (record.type !== 'CAA') return [];
    const { tag, value, flags = 0 } = record.data;
    return [{ tag: tag.toLowerCase(), value, critical: flags >= critical }];
  });
}

export type Server = { readonly address: string; readonly port: number };

export function serverOf(text: string): Server {
  if (isIP(text) !== 0) return { address: text, port: dnsPort };
  const colon = text.lastIndexOf(':');
  return { address: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}

export async function askByUdp({ address, port }: Server, query: Buffer): Promise<Buffer> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  try {
    // Connected: nothing comes from elsewhere.
    socket.connect(port, address);
    await once(socket, 'connect');
    socket.send(query);
    const [message] = await once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    return message;
  } finally {
    socket.close();
  }
}

async function askByTcp({ address, port }: Server, query: Buffer): Promise<Buffer> {
  const socket = connect({ host: address, port, signal: AbortSignal.timeout(timeoutMs) });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.end(Buffer.concat([length, query]));
  return (await buffer(socket)).subarray(length.length);
}
