/** Reads the process environment: names to raw values. The only file of the program that touches process.env. */

/** Answers the variables of this process whose names begin with `NAMEPLATE_`, unchecked. */
export function readEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('NAMEPLATE_')));
}
