/** Asks what Node's resolver has no way to ask, or hides. Source: RFC 1035 section 4.1, RFC 4035 section 3.2.2 (CD). */
import { randomInt } from 'node:crypto';
import packet, { type DecodedPacket } from 'dns-packet';
import { askByUdp, serverOf } from './plain-caa-query.ts';

/** Whether the address of a name is answered by resolvers that are told not to validate DNSSEC. Never rejects. */
export async function answersUnvalidated(servers: readonly string[], name: string): Promise<boolean> {
  const answer = await ask(servers, 'A', name, packet.CHECKING_DISABLED);
  // SERVFAIL and the like are not; NXDOMAIN is.
  return answer !== undefined && [0, 3].includes((answer.flags ?? 0) & 15);
}

/** How many CNAME records a name has itself; 0 where that isn't known. Node's resolver tells of one. Never rejects. */
export async function countCnames(servers: readonly string[], name: string): Promise<number> {
  const answer = await ask(servers, 'CNAME', name);
  const own = (answer?.answers ?? []).filter(
    (record) => record.type === 'CNAME' && record.name.toLowerCase() === name,
  );
  return own.length;
}

async function ask(
  servers: readonly string[],
  type: 'A' | 'CNAME',
  name: string,
  flags = 0,
): Promise<DecodedPacket | undefined> {
  const query = packet.encode({
    type: 'query',
    id: randomInt(65_536),
    flags: packet.RECURSION_DESIRED | flags,
    questions: [{ type, name }],
  });
  try {
    return packet.decode(await askByUdp(serverOf(servers[0] ?? ''), query));
  } catch {
    return undefined;
  }
}
