/**
 * The zone: a SOA record, its name servers, the TXT records of challenges under way, and those of the key that Domain Connect links
 * are signed with. Everything else doesn't exist.
 * Source: RFC 1034 section 4.3.2, RFC 2308 (negative answers), RFC 8482 (ANY), RFC 8020;
 * docs/reference/dns-responder.md.
 */
import { isChallengeLabel } from '../core/challenge-label.ts';
import { domainConnectKeyLabel } from '../core/domain-connect-key.ts';
import { type Answer, type ResourceRecord, recordTypes, refusal, writeName, writeText } from './answer.ts';
import { type Query, type ResponseCode, responseCodes } from './query.ts';

export type ZoneOptions = {
  /** Lower case. */
  readonly name: string;
  /** Names outside the zone. */
  readonly nameServers: readonly string[];
  /** The values of a label's TXT records as of now; rejects while they can't be known. */
  readonly findTexts: (label: string) => Promise<readonly string[]>;
};

export type ZoneResult = 'answered' | 'no_data' | 'no_name' | 'refused' | 'failed';

export type ZoneAnswer = {
  readonly answer: Answer;
  readonly result: ZoneResult;
  readonly labelsBeforeZone: number;
};

/** Challenges come and go within seconds, and no answer may outlive its challenge in a cache. */
const challengeTtl = 1;
const negativeTtl = 1;
const zoneTtl = 3_600;
const recordClassIn = 1;
/** Transfers and requests about mailboxes and keys, none of which have a meaning here. */
const metaTypes = { from: 249, to: 254 };

export class Zone {
  readonly #labels: readonly string[];
  readonly #options: ZoneOptions;
  readonly #soa: Buffer;

  constructor(options: ZoneOptions) {
    this.#options = options;
    this.#labels = options.name.split('.');
    this.#soa = soaData(options);
  }

  async answer(query: Query): Promise<ZoneAnswer> {
    const labelsBeforeZone = query.labels.length - this.#labels.length;
    if (!this.#has(query, labelsBeforeZone))
      return { answer: refusal, result: 'refused', labelsBeforeZone: 0 };
    const found = await this.#find(query, labelsBeforeZone);
    return { ...found, labelsBeforeZone };
  }

  #has({ labels, type, recordClass }: Query, labelsBeforeZone: number): boolean {
    if (recordClass !== recordClassIn || (type >= metaTypes.from && type <= metaTypes.to)) return false;
    return this.#labels.every((label, index) => label === labels[labelsBeforeZone + index]);
  }

  async #find(query: Query, labelsBeforeZone: number): Promise<Omit<ZoneAnswer, 'labelsBeforeZone'>> {
    const [label = ''] = query.labels;
    const isApex = labelsBeforeZone === 0;
    // Each label that could be a host's exists, so that no CNAME record leads nowhere between two orders.
    const isText = labelsBeforeZone === 1 && (isChallengeLabel(label) || label === domainConnectKeyLabel);
    if (!isApex && !isText) return this.#negative('no_name');
    if (query.type === recordTypes.any) return positive([hinfo]);
    if (isApex) return this.#ofApex(query.type);
    if (query.type !== recordTypes.txt) return this.#negative('no_data');
    try {
      const texts = await this.#options.findTexts(label);
      return texts.length === 0 ? this.#negative('no_data') : positive(texts.map(txt));
    } catch {
      return { answer: { ...refusal, code: responseCodes.serverFailure }, result: 'failed' };
    }
  }

  #ofApex(type: number): Omit<ZoneAnswer, 'labelsBeforeZone'> {
    if (type === recordTypes.soa) return positive([this.#soaRecord('asked', zoneTtl)]);
    if (type === recordTypes.ns)
      return positive(
        this.#options.nameServers.map((name) => record(recordTypes.ns, zoneTtl, writeName(name))),
      );
    return this.#negative('no_data');
  }

  #negative(result: 'no_data' | 'no_name'): Omit<ZoneAnswer, 'labelsBeforeZone'> {
    const code = result === 'no_name' ? responseCodes.noName : responseCodes.noError;
    const authority = [this.#soaRecord('zone', negativeTtl)];
    return { answer: answerOf(code, [], authority), result };
  }

  #soaRecord(owner: ResourceRecord['owner'], ttl: number): ResourceRecord {
    return { type: recordTypes.soa, owner, ttl, data: this.#soa };
  }
}

function positive(answers: readonly ResourceRecord[]): Omit<ZoneAnswer, 'labelsBeforeZone'> {
  return { answer: answerOf(responseCodes.noError, answers, []), result: 'answered' };
}

function answerOf(
  code: ResponseCode,
  answers: readonly ResourceRecord[],
  authority: readonly ResourceRecord[],
): Answer {
  return { code, isAuthoritative: true, answers, authority };
}

function record(type: number, ttl: number, data: Buffer): ResourceRecord {
  return { type, owner: 'asked', ttl, data };
}

function txt(value: string): ResourceRecord {
  return record(recordTypes.txt, challengeTtl, writeText(value));
}

const hinfo: ResourceRecord = record(
  recordTypes.hinfo,
  zoneTtl,
  Buffer.concat([writeText('RFC8482'), writeText('')]),
);

/** The serial never changes, because nothing is transferred. */
function soaData({ name, nameServers }: ZoneOptions): Buffer {
  const [primary = name] = nameServers;
  const numbers = Buffer.alloc(20);
  for (const [index, seconds] of [1, 3_600, 600, 86_400, negativeTtl].entries())
    numbers.writeUInt32BE(seconds, 4 * index);
  return Buffer.concat([writeName(primary), writeName(`hostmaster.${name}`), numbers]);
}
