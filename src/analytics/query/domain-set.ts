/**
 * Many domains in place of one: what a query reads of one domain, it reads of all of them. Lists of domains stand once in a statement,
 * under names at its beginning, because there may be 100,000 of them and a statement has at most 16 MiB.
 */
import { ServiceError } from '../../core/errors.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { ofDomain } from '../engine/row-spans.ts';
import { dimensionOfList, listsOf, type QueriedDomain, valueOf } from './domain-dimensions.ts';
import { textLiteral } from './text-literal.ts';

/** The engine takes 16 MiB. A character may take four bytes, but most of the text is uuids and hosts. */
const maxLength = 12 * 1024 * 1024;

/** From 65,536 on, ClickHouse 26.7 goes through a list for each row, which takes minutes. It looks the rows of a query up. */
const listMax = 50_000;

/** No row is stored under it: the engine takes no empty lists. */
const nobody = '00000000-0000-0000-0000-000000000000';

export class DomainSet {
  readonly domains: readonly QueriedDomain[];
  /** Answers statements about one domain with the rows of all. */
  readonly store: ReportStore;
  readonly engine: ReportStore;
  /** The lists that were named so far, by name. */
  readonly #lists: Map<string, string>;
  /** Of the list of their uuids, in SQL. */
  readonly name: string;

  constructor(
    engine: ReportStore,
    domains: readonly QueriedDomain[],
    lists: Map<string, string> = new Map<string, string>(),
  ) {
    this.domains = domains;
    this.engine = engine;
    this.#lists = lists;
    this.name = this.#named(domains.map(({ uuid }) => uuid));
    this.store = { query: (sql, params) => this.#query(sql, params) };
  }

  /** Those of the domains with these uuids. */
  only(uuids: ReadonlySet<string>): DomainSet {
    return this.#some(({ uuid }) => uuids.has(uuid));
  }

  /** Those with other uuids. */
  without(uuids: ReadonlySet<string>): DomainSet {
    return uuids.size === 0 ? this : this.#some(({ uuid }) => !uuids.has(uuid));
  }

  #some(isOne: (domain: QueriedDomain) => boolean): DomainSet {
    return new DomainSet(this.engine, this.domains.filter(isOne), this.#lists);
  }

  /** What stands behind `IN`, in SQL, for these uuids. */
  list(uuids: readonly string[]): string {
    return lookedUp(this.#named(uuids), uuids.length);
  }

  #named(uuids: readonly string[]): string {
    const name = `domains_${this.#lists.size}`;
    this.#lists.set(name, uuidList(uuids));
    return name;
  }

  /** SQL about one domain, about all of them. */
  bind(sql: string): string {
    return sql.replaceAll(ofDomain, `domain IN ${lookedUp(this.name, this.domains.length)}`);
  }

  /** Statements without the lists that they name, as the engine takes them. */
  async #query<Row>(sql: string, given: Record<string, unknown>): Promise<Row[]> {
    const { domain: _, ...params } = given;
    const bound = this.bind(sql);
    const named = new Set(bound.match(/\b(?:domains_\d+|(?:uuids|values)_[0-9a-f]+)\b/g));
    const lists = [...named].flatMap((name) => {
      const list = this.#listOf(name);
      return list === undefined ? [] : [`${list} AS ${name}`];
    });
    const statement = lists.length === 0 ? bound : `WITH ${lists.join(', ')} ${bound}`;
    if (statement.length > maxLength)
      throw new ServiceError(
        'query_too_expensive',
        `the query covers ${this.domains.length} hosts, more than one can name; filter by domain:… dimensions, or ask for fewer of them`,
      );
    return this.engine.query<Row>(statement, params);
  }

  /** Undefined for what only looks like the name of a list. */
  #listOf(name: string): string | undefined {
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const dimension = dimensionOfList(name);
    if (dimension === undefined) return undefined;
    const having = this.domains.flatMap((domain) => {
      const value = valueOf(domain, dimension);
      return value === undefined ? [] : [{ uuid: domain.uuid, value }];
    });
    if (name === listsOf(dimension).uuids) return uuidList(having.map(({ uuid }) => uuid));
    return `[${['', ...having.map(({ value }) => value)].map(textLiteral).join(',')}]::Array(String)`;
  }
}

/** A list by its name, or its rows. */
function lookedUp(name: string, length: number): string {
  return length > listMax ? `(SELECT arrayJoin(${name}))` : name;
}

/** One literal, however long, of texts that are uuids. */
function uuidList(uuids: readonly string[]): string {
  return `[${[nobody, ...uuids].map((uuid) => `'${uuid}'`).join(',')}]::Array(UUID)`;
}
