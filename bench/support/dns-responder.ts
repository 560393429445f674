/**
 * A DNS server like a resolver: its answers take some milliseconds, and names with `silent` in them get none. All other
 * names are CNAME records to the edge. Arguments: the port, the milliseconds, the edge's name.
 */
import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, RECURSION_AVAILABLE } from 'dns-packet';

const ttl = 300;
const [port, delayMs, edgeHostname = ''] = process.argv.slice(2);

const socket = createSocket('udp4');
socket.on('message', (message, from) => {
  const { id, questions } = decode(message);
  const question = questions?.[0];
  if (question === undefined || question.name.includes('silent')) return;
  const answers = answersTo(question.name, question.type);
  const response = encode({
    type: 'response',
    id,
    flags: RECURSION_AVAILABLE,
    questions: [question],
    answers,
  });
  setTimeout(() => socket.send(response, from.port, from.address), Number(delayMs));
});
socket.bind(Number(port), '127.0.0.1');

function answersTo(name: string, type: string): Answer[] {
  const address: Answer = { name: edgeHostname, ttl, type: 'A', data: '203.0.113.7' };
  if (name === edgeHostname) return type === 'A' ? [address] : [];
  if (!name.startsWith('shop')) return [];
  const alias: Answer = { name, ttl, type: 'CNAME', data: edgeHostname };
  return type === 'A' ? [alias, address] : [alias];
}
