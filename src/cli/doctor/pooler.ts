/**
 * Behind a pooler in transaction mode, a statement may get a connection of the server on which nothing was set: there the defaults of the
 * user and the database count. Source: docs/guides/operations.md ("The control store").
 */
import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import { ControlDatabase } from '../../control/database.ts';
import { type Finding, finding } from './finding.ts';

const check = 'pooler';
/** Each with what is to be set, and when it isn't. */
const wanted = [
  {
    name: 'jit',
    value: 'off',
    isWrong: (value: string) => value === 'on',
    why: 'lists of 100,000 hosts take seconds',
  },
  {
    name: 'statement_timeout',
    value: "'10s'",
    isWrong: (value: string) => Number(value) < 10_000,
    why: 'a statement may hold its connection for ever (0), or end too early',
  },
] as const;

/** Nothing where there is no pooler, or the store can't be asked, which another check says. */
export async function checkPooler({ control }: Pick<Config, 'control'>): Promise<Finding[]> {
  if (control.kind !== 'postgres' || control.listenUrl === undefined) return [];
  try {
    await using database = await ControlDatabase.open(control, 1);
    const { rows } = await sql<{ name: string; value: string }>`
      select name, reset_val as value from pg_settings where name in ('jit', 'statement_timeout')`.execute(
      database.queries,
    );
    const values = new Map(rows.map(({ name, value }) => [name, value]));
    return wanted.flatMap(({ name, value, isWrong, why }) => {
      const found = values.get(name);
      if (found === undefined || !isWrong(found)) return [];
      const advice = `give Nameplate a user of its own and run "ALTER ROLE … SET ${name} = ${value}"`;
      return [
        finding('warning', check, `PostgreSQL's ${name} is ${found} behind the pooler: ${why}; ${advice}.`),
      ];
    });
  } catch {
    return [];
  }
}
