/** Imported search terms in the control store. Source: docs/reference/search-terms.md. */
import type { Selectable, Transaction } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import { fromColumns } from '../../control/columns.ts';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { ControlSchema } from '../../control/schema.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { auditedCollection } from '../../kernel/collection-store.ts';
import type { Entity } from '../../resources/definition.ts';
import { maxImports, maxTerms } from './limits.ts';
import type { SearchTerm } from './queries-csv.ts';
import { type ImportDefinitions, type SearchTermTables, searchTermImports } from './search-term-import.ts';
import type { StoredTerms } from './sum-terms.ts';

export type SearchTermImport = Entity<ImportDefinitions>;
type Range = Pick<SearchTermImport, 'from' | 'to'>;
type Tables = Transaction<ControlSchema & SearchTermTables>;

export const auditedImport: ReturnType<typeof auditedCollection<ImportDefinitions>> = {
  ...auditedCollection(searchTermImports),
  nameOf: ({ entity }) => nameOfRange(entity),
};

export function nameOfRange({ from, to }: Range): string {
  return `${from} to ${to}`;
}

export class SearchTerms {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Replaces what was imported for the same range; undefined when there is no such domain. Errors: `too_many_search_terms`. */
  replace(
    domainUuid: string,
    range: Range,
    terms: readonly SearchTerm[],
  ): Promise<SearchTermImport | undefined> {
    const now = this.#clock.now();
    const rows = JSON.stringify(terms);
    return this.#database.transaction(async (trx) => {
      // So that imports of a domain take turns.
      const owner = trx.selectFrom('custom_domains').select('account_uuid').where('uuid', '=', domainUuid);
      const domain = await takingTurns(this.#database.kind, owner).executeTakeFirst();
      if (!domain) return undefined;
      const tables = trx.withTables<SearchTermTables>();
      const stored = await tables
        .selectFrom('search_term_imports')
        .selectAll()
        .where('custom_domain_uuid', '=', domainUuid)
        .where('from', '=', range.from)
        .where('to', '=', range.to)
        .executeTakeFirst();
      await refuseBeyondLimits(tables, domainUuid, stored?.terms, terms.length);
      const before = stored && ownedBy(domainUuid, toEntity(stored));
      const entity = {
        ...range,
        uuid: stored?.uuid ?? newUuid(),
        terms: terms.length,
        clicks: terms.reduce((sum, [, clicks]) => sum + clicks, 0),
        impressions: terms.reduce((sum, [, , impressions]) => sum + impressions, 0),
        createdAt: stored?.created_at ?? now,
        updatedAt: stored ? Math.max(now, stored.updated_at + 1) : now,
      };
      const { uuid, clicks, impressions, createdAt, updatedAt } = entity;
      const counts = { terms: terms.length, clicks, impressions, updated_at: updatedAt };
      if (stored)
        await tables.updateTable('search_term_imports').set(counts).where('uuid', '=', uuid).execute();
      else
        await tables
          .insertInto('search_term_imports')
          .values({ uuid, custom_domain_uuid: domainUuid, ...range, ...counts, created_at: createdAt })
          .execute();
      const list = { rows, size_bytes: Buffer.byteLength(rows) };
      await tables
        .insertInto('search_terms')
        .values({ import_uuid: uuid, ...list })
        .onConflict((conflict) => conflict.column('import_uuid').doUpdateSet(list))
        .execute();
      recordChange(trx, auditedImport, domain.account_uuid, before ?? null, ownedBy(domainUuid, entity));
      return entity;
    });
  }

  /** Those of the imports that lie wholly in a range, both days included, as of one moment. */
  within(domainUuid: string, { from, to }: Range): Promise<StoredTerms[]> {
    return this.#database.queries
      .withTables<SearchTermTables>()
      .selectFrom('search_term_imports')
      .innerJoin('search_terms', 'search_terms.import_uuid', 'search_term_imports.uuid')
      .select(['search_term_imports.from', 'search_term_imports.to', 'search_terms.rows'])
      .where('custom_domain_uuid', '=', domainUuid)
      .where('search_term_imports.from', '>=', from)
      .where('search_term_imports.to', '<=', to)
      .execute();
  }
}

/** `replaced`: the search terms of the import that is replaced, if there is one. */
async function refuseBeyondLimits(
  tables: Tables,
  domainUuid: string,
  replaced: number | undefined,
  added: number,
): Promise<void> {
  const { imports, terms } = await tables
    .selectFrom('search_term_imports')
    .select(({ fn }) => [fn.countAll<number>().as('imports'), fn.sum<string | null>('terms').as('terms')])
    .where('custom_domain_uuid', '=', domainUuid)
    .executeTakeFirstOrThrow();
  const others = Number(terms ?? 0) - (replaced ?? 0);
  if (replaced === undefined && imports >= maxImports)
    throw new ServiceError(
      'too_many_search_terms',
      `the custom domain has ${maxImports} imports of search terms; delete one first`,
    );
  if (others + added > maxTerms)
    throw new ServiceError(
      'too_many_search_terms',
      `the custom domain has ${others} search terms in other ranges, and the file has ${added}; allowed: ${maxTerms} in all; delete an import first`,
    );
}

function toEntity(row: Selectable<SearchTermTables['search_term_imports']>): SearchTermImport {
  return fromColumns(searchTermImports.resource, searchTermImports.resource.stored, row);
}

function ownedBy(ownerUuid: string, entity: SearchTermImport) {
  return { uuid: entity.uuid, ownerUuid, entity, row: {} };
}
