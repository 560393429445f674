/** Annotations of custom domains, and of upstreams for all of their domains. Source: docs/reference/annotations.md. */
import { type Selectable, sql } from 'kysely';
import { currentActor, serviceActor } from '../../control/acting.ts';
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { type PageQuery, selectPage } from '../../control/page-query.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { AnnotationRow } from '../../control/schema.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { dayMs } from '../../core/time.ts';

export const maxNotes = 1_000;
const maxChanges = 1_000;
const keptMs: number = 400 * dayMs;
/** Of one statement. */
const maxDeleted = 10_000;

export type Annotation = {
  readonly uuid: string;
  readonly at: number;
  readonly text: string;
  readonly kind: 'note' | 'change';
  readonly actor: { readonly kind: string; readonly uuid: string | null; readonly name: string };
  readonly createdAt: number;
  /** Null: of an upstream. */
  readonly customDomainUuid: string | null;
};
export type DomainOfAccount = {
  readonly accountUuid: string;
  readonly uuid: string;
  readonly upstreamUuid: string;
};

export const auditedAnnotation: Audited<Annotation> = {
  kind: 'annotation',
  columns: ['text'],
  secrets: [],
  nameOf: ({ text }) => text,
  attributesOf: ({ at, text, kind, customDomainUuid }) => ({
    custom_domain_uuid: customDomainUuid,
    at: formatTimestamp(at),
    text,
    kind,
  }),
};

export class Annotations {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: { readonly database: ControlDatabase; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  async list(
    domain: DomainOfAccount,
    query: PageQuery<'at' | 'created_at'>,
  ): Promise<{ entities: Annotation[]; count: number }> {
    const { rows, count } = await selectPage(this.#database.queries, 'annotations', {}, query, [
      ofDomain(domain),
    ]);
    return { entities: rows.map(toAnnotation), count };
  }

  async find(domain: DomainOfAccount, uuid: string): Promise<Annotation | undefined> {
    const row = await this.#database.queries
      .selectFrom('annotations')
      .selectAll()
      .where('uuid', '=', uuid)
      .where(ofDomain(domain))
      .executeTakeFirst();
    return row && toAnnotation(row);
  }

  /** Of which domain of the account one is; undefined: the account has no such one, or it is of an upstream. */
  async findDomain(accountUuid: string, uuid: string): Promise<string | undefined> {
    const row = await this.#database.queries
      .selectFrom('annotations')
      .select('custom_domain_uuid')
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row?.custom_domain_uuid ?? undefined;
  }

  /** Creates a note; undefined when the domain is gone. `again`: with the uuid of one that was deleted. Errors: `too_many_annotations`. */
  create(
    { accountUuid, uuid: domainUuid }: Pick<DomainOfAccount, 'accountUuid' | 'uuid'>,
    { at, text }: Pick<Annotation, 'at' | 'text'>,
    again: string = newUuid(),
  ): Promise<Annotation | undefined> {
    const { kind, uuid, name } = currentActor() ?? serviceActor;
    const note: Annotation = {
      uuid: again,
      at,
      text,
      kind: 'note',
      actor: { kind, uuid, name },
      createdAt: this.#clock.now(),
      customDomainUuid: domainUuid,
    };
    return this.#database.transaction(async (trx) => {
      const owner = trx.selectFrom('custom_domains').select('uuid').where('uuid', '=', domainUuid);
      if (!(await takingTurns(this.#database.kind, owner).executeTakeFirst())) return undefined;
      const { count } = await trx
        .selectFrom('annotations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('custom_domain_uuid', '=', domainUuid)
        .where('kind', '=', 'note')
        .executeTakeFirstOrThrow();
      if (count >= maxNotes)
        throw new ServiceError(
          'too_many_annotations',
          `the custom domain has ${maxNotes} notes, the most there may be; delete one first`,
        );
      await trx
        .insertInto('annotations')
        .values({
          uuid: note.uuid,
          account_uuid: accountUuid,
          custom_domain_uuid: domainUuid,
          upstream_uuid: null,
          at,
          text,
          kind: note.kind,
          actor: JSON.stringify(note.actor),
          created_at: note.createdAt,
        })
        .execute();
      recordChange(trx, auditedAnnotation, accountUuid, null, note);
      return note;
    });
  }

  /** Deletes one, of the upstream for all of its domains; undefined when there was none. */
  delete(domain: DomainOfAccount, uuid: string): Promise<Annotation | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await trx
        .deleteFrom('annotations')
        .where('uuid', '=', uuid)
        .where(ofDomain(domain))
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const annotation = toAnnotation(row);
      recordChange(trx, auditedAnnotation, domain.accountUuid, annotation, null);
      return annotation;
    });
  }

  /** Deletes changes that are old, or more than a domain or upstream has. */
  async deleteOld(): Promise<void> {
    const oldest = this.#clock.now() - keptMs;
    await this.#database.transaction(async (trx) => {
      await sql`delete from annotations where kind = 'change' and created_at < ${oldest}`.execute(trx);
      await sql`
        delete from annotations where uuid in (
          select uuid from (
            select uuid, row_number() over (
              partition by coalesce(custom_domain_uuid, upstream_uuid) order by at desc, uuid desc) as place
            from annotations where kind = 'change'
          ) as numbered
          where place > ${maxChanges} limit ${maxDeleted}
        )`.execute(trx);
    });
  }
}

/** Its own, and those of the upstream that it is on now. */
function ofDomain({ accountUuid, uuid, upstreamUuid }: DomainOfAccount) {
  return sql<boolean>`account_uuid = ${accountUuid} and (custom_domain_uuid = ${uuid} or upstream_uuid = ${upstreamUuid})`;
}

function toAnnotation(row: Selectable<AnnotationRow>): Annotation {
  const { uuid, at, text, kind, created_at: createdAt, custom_domain_uuid: customDomainUuid } = row;
  return { uuid, at, text, kind, actor: JSON.parse(row.actor), createdAt, customDomainUuid };
}
