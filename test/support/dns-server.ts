/**
 * An authoritative DNS server on a free UDP port of the loopback address, with a table of records that tests change
 * as they go. It answers as a recursive resolver would: a CNAME comes with what it leads to.
 * Source: RFC 1035, RFC 2308 (NXDOMAIN and NODATA), RFC 4592 (wildcards).
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type RecordType } from 'dns-packet';

/**
 * One line of a zone: `www.example.test CNAME edge.example.test`, `example.test CAA 0 issue "ca.test"`. A TXT record's strings are
 * separated by blanks.
 */
export type RecordLine = string;

/** How a name misbehaves, for all types or one. `bogus`: as SERVFAIL, unless DNSSEC is not to be validated. */
export type Fault = 'SERVFAIL' | 'REFUSED' | 'silent' | 'bogus';

const responseCodes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const maxChain = 12;
const ttl = 300;

type StoredRecord = {
  readonly name: string;
  readonly type: RecordType;
  /** Of a CNAME record. */
  readonly target?: string;
  readonly answerFor: (name: string) => Answer;
};

export class TestDnsServer implements AsyncDisposable {
  /** `type name` of every question, in order. */
  readonly questions: string[] = [];
  readonly #socket: Socket;
  #records: readonly StoredRecord[] = [];
  readonly #faults = new Map<string, Fault>();
  #delegation: { readonly zone: string; readonly servers: readonly string[] } | undefined;

  /** `place`: any port of 127.0.0.1 by default. */
  static async start(
    records: readonly RecordLine[] = [],
    place: { readonly address: string; readonly port: number } = { address: '127.0.0.1', port: 0 },
  ): Promise<TestDnsServer> {
    const socket = createSocket('udp4');
    const server = new TestDnsServer(socket);
    server.setRecords(records);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(place.port, place.address, resolve);
    });
    return server;
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (message, from) => void this.#answer(message, from));
  }

  /** What `Resolver.setServers` takes. */
  get address(): string {
    const { address, port } = this.#socket.address();
    return `${address}:${port}`;
  }

  /** Replaces all records. A name starting with `*.` is a wildcard. */
  setRecords(lines: readonly RecordLine[]): void {
    this.#records = lines.map(parseRecord);
  }

  addRecords(...lines: RecordLine[]): void {
    this.#records = [...this.#records, ...lines.map(parseRecord)];
  }

  /** Lets questions for a name, of one type or all, fail; undefined fixes it. */
  setFault(name: string, fault: Fault | undefined, type: RecordType | '*' = '*'): void {
    if (fault === undefined) this.#faults.delete(`${type} ${name}`);
    else this.#faults.set(`${type} ${name}`, fault);
  }

  /** Asks other servers, as `Resolver.setServers` takes them, for the TXT records of names in a zone. */
  delegate(zone: string, servers: readonly string[]): void {
    this.#delegation = { zone, servers };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#socket.close(resolve);
    });
  }

  async #answer(message: Buffer, from: RemoteInfo): Promise<void> {
    const query = decode(message);
    const question = query.questions?.[0];
    if (!question) return;
    const { type } = question;
    const name = question.name.toLowerCase();
    this.questions.push(`${type} ${name}`);
    const fault = this.#faults.get(`${type} ${name}`) ?? this.#faults.get(`* ${name}`);
    if (fault === 'silent') return;
    const fails = fault !== undefined && !(fault === 'bogus' && query.flag_cd);
    const { answers, code } = fails
      ? { answers: [], code: responseCodes[fault === 'bogus' ? 'SERVFAIL' : fault] }
      : await this.#resolveDelegated(name, type);
    const response = encode({
      type: 'response',
      id: query.id,
      flags: AUTHORITATIVE_ANSWER | code,
      questions: [question],
      answers,
    });
    this.#socket.send(response, from.port, from.address);
  }

  async #resolveDelegated(name: string, type: RecordType): Promise<{ answers: Answer[]; code: number }> {
    const found = this.#resolve(name, type);
    const last = found.answers.at(-1);
    const end = last?.type === 'CNAME' ? last.data.toLowerCase() : name;
    const { zone, servers } = this.#delegation ?? { zone: '', servers: [] };
    if (zone === '' || type !== 'TXT' || !end.endsWith(`.${zone}`)) return found;
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    resolver.setServers(servers);
    const texts = await resolver.resolveTxt(end).catch(() => []);
    const answers = texts.map((parts): Answer => ({ type: 'TXT', name: end, ttl: 0, data: parts }));
    return { answers: [...found.answers, ...answers], code: 0 };
  }

  #resolve(name: string, type: RecordType): { answers: Answer[]; code: number } {
    const answers: Answer[] = [];
    let current = name;
    for (let links = 0; links < maxChain; links++) {
      const records = this.#recordsOf(current);
      if (!records) return { answers, code: responseCodes.NXDOMAIN };
      const wanted = records.filter((record) => record.type === type);
      const alias = records.find((record) => record.type === 'CNAME');
      const given = wanted.length > 0 || !alias ? wanted : [alias];
      for (const record of given) answers.push(record.answerFor(current));
      if (wanted.length > 0 || alias?.target === undefined) break;
      current = alias.target.toLowerCase();
    }
    return { answers, code: 0 };
  }

  /** The records of a name or of the wildcard that covers it; undefined when the name does not exist. */
  #recordsOf(name: string): readonly StoredRecord[] | undefined {
    if (this.#exists(name)) return this.#records.filter((record) => record.name === name);
    for (let parent = parentOf(name); parent !== ''; parent = parentOf(parent)) {
      const covered = this.#records.filter((record) => record.name === `*.${parent}`);
      if (covered.length > 0) return covered;
      // The closest name that exists hides the wildcards above it.
      if (this.#exists(parent)) break;
    }
    return undefined;
  }

  #exists(name: string): boolean {
    return this.#records.some((record) => record.name === name || record.name.endsWith(`.${name}`));
  }
}

function parentOf(name: string): string {
  return name.slice(name.indexOf('.') + 1 || name.length);
}

function parseRecord(line: RecordLine): StoredRecord {
  const [name = '', type = '', ...rest] = line.split(' ');
  const value = rest.join(' ');
  switch (type) {
    case 'CNAME':
      return { name, type, target: value, answerFor: (owner) => ({ name: owner, ttl, type, data: value }) };
    case 'A':
    case 'AAAA':
    case 'NS':
    case 'PTR':
      return { name, type, answerFor: (owner) => ({ name: owner, ttl, type, data: value }) };
    case 'TXT':
      return { name, type, answerFor: (owner) => ({ name: owner, ttl, type, data: rest }) };
    case 'CAA': {
      const [, flags, tag = '', text = ''] = /^([0-9]+) ([a-zA-Z]+) "(.*)"$/.exec(value) ?? [];
      if (!isCaaTag(tag)) throw new Error(`no CAA record: ${line}`);
      const data = { flags: Number(flags), tag, value: text };
      return { name, type, answerFor: (owner) => ({ name: owner, ttl, type, data }) };
    }
    default:
      throw new Error(`no record: ${line}`);
  }
}

/** Any tag can be sent (RFC 8659 section 4.1); the types of dns-packet know three. */
function isCaaTag(tag: string): tag is 'issue' | 'issuewild' | 'iodef' {
  return tag !== '';
}
