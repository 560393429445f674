/** DNS messages for tests of the responder, made and read by a library that it doesn't use. */
import { type DecodedPacket, decode, encode, type OptAnswer, type RecordType } from 'dns-packet';

export type QueryOptions = {
  readonly id?: number;
  readonly flags?: number;
  readonly udpSize?: number;
  readonly version?: number;
  /** Client cookie, and the server's if there is one. */
  readonly cookie?: Buffer;
};

/** One question; with EDNS where an option needs it. */
export function dnsQuery(name: string, type: RecordType | 'ANY', options: QueryOptions = {}): Buffer {
  const { id = 4711, flags = 0, udpSize, version, cookie } = options;
  const needsEdns = udpSize !== undefined || version !== undefined || cookie !== undefined;
  const opt = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: udpSize ?? 1232,
    extendedRcode: 0,
    ednsVersion: version ?? 0,
    flags: 0,
    flag_do: false,
    options: cookie ? [{ code: 10, data: cookie }] : [],
  };
  return encode({
    type: 'query',
    id,
    flags,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types lack ANY
    questions: [{ name, type: type as RecordType, class: 'IN' }],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types want what it only sets when it reads
    additionals: needsEdns ? [opt as unknown as OptAnswer] : [],
  });
}

type ReadAnswer = DecodedPacket & { readonly rcode: string };

export function readAnswer(message: Buffer | undefined): ReadAnswer {
  if (!message) throw new Error('there is no answer');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types lack the response code
  return decode(message) as unknown as ReadAnswer;
}

/** The whole cookie of an answer: the client's and the server's. */
export function cookieIn(answer: DecodedPacket): Buffer | undefined {
  for (const record of answer.additionals ?? []) {
    if (record.type !== 'OPT') continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of options that it doesn't know it has the bytes
    const options = record.options as readonly unknown[] as readonly { code: number; data: Buffer }[];
    const option = options.find(({ code }) => code === 10);
    if (option) return option.data;
  }
  return undefined;
}
