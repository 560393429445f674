/** Reads the process environment: names to raw values. The only file of the program that touches process.env. */

type Environment = Readonly<Record<string, string | undefined>>;

const ownPrefix = 'NAMEPLATE_';

/** Answers the variables of this process whose names begin with `NAMEPLATE_`, unchecked. */
export function readEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith(ownPrefix)));
}

/** Answers all variables of this process with some changed; undefined ones are taken away. */
export function withProcessEnvironment(changes: Environment): Environment {
  return { ...process.env, ...changes };
}

/** Answers the changes that make `variables` the only ones whose names begin with `NAMEPLATE_`. */
export function replaceEnvironment(variables: Environment): Environment {
  const removed = Object.keys(readEnvironment()).map((name) => [name, undefined]);
  return { ...Object.fromEntries(removed), ...variables };
}
