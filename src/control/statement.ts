/** Statements whose SQL is put together once: that takes longer than running them. Source: docs/guides/control-store.md. */
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ControlDatabase } from './database.ts';

type Kind = ControlDatabase['kind'];
type Value = string | number | readonly string[];

/** Stands for a value that each run has. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** For reading, with the same SQL at each run; `Name` are its parameters. */
export class Statement<Row, Name extends string> {
  readonly #write: (parameter: (name: Name) => RawBuilder<unknown>, kind: Kind) => RawBuilder<Row>;
  readonly #compiled = new Map<Kind, CompiledQuery<Row>>();

  constructor(write: (parameter: (name: Name) => RawBuilder<unknown>, kind: Kind) => RawBuilder<Row>) {
    this.#write = write;
  }

  async run(
    { queries, kind }: Pick<ControlDatabase, 'queries' | 'kind'>,
    values: Readonly<Record<Name, Value>>,
  ): Promise<Row[]> {
    let compiled = this.#compiled.get(kind);
    if (!compiled) {
      compiled = this.#write((name) => sql.val(new Parameter(name)), kind).compile(queries);
      this.#compiled.set(kind, compiled);
    }
    const named: Readonly<Record<string, Value>> = values;
    const parameters = compiled.parameters.map((each) =>
      each instanceof Parameter ? bindable(kind, named[each.name]) : each,
    );
    return (await queries.executeQuery<Row>({ ...compiled, parameters })).rows;
  }
}

/** The texts of a list parameter, as rows of one column `name`. */
export function listed(kind: Kind, list: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  const column = sql.ref(name);
  return kind === 'sqlite'
    ? sql`(select distinct value as ${column} from json_each(${list}))`
    : sql`(select distinct unnest(cast(${list} as text[])) as ${column})`;
}

/** SQLite has no arrays. */
function bindable(kind: Kind, value: Value | undefined): unknown {
  return kind === 'sqlite' && typeof value === 'object' ? JSON.stringify(value) : value;
}
