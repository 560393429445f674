/** The options of a benchmark's command line. */
import { parseArgs } from 'node:util';
import type { LoadOptions } from './load.ts';
import { requireWrk } from './tools.ts';

/** How wrk puts load on every contestant, unless the command line says otherwise. */
const loadDefaults = { rounds: 3, seconds: 5, 'warm-up': 1, connections: 64, threads: 1 };

/**
 * Reads positive whole numbers such as `--rounds 3`; `defaults` names all there are, `wider` those that may also be 0, or
 * have a fraction. Throws on any other option or value.
 */
export function readOptions<Defaults extends Readonly<Record<string, number>>>(
  defaults: Defaults,
  wider: Readonly<Record<string, 'zero' | 'fraction'>> = {},
): Defaults {
  const usage = `options: ${Object.entries(defaults)
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ')}`;
  const given: Record<string, number> = {};
  for (const [name, text] of Object.entries(parse(Object.keys(defaults), usage))) {
    const value = Number(text);
    const isAllowed =
      (Number.isInteger(value) && value >= 1) ||
      (wider[name] === 'zero' && text.trim() === '0') ||
      (wider[name] === 'fraction' && Number.isFinite(value) && value > 0);
    if (!isAllowed) {
      const also =
        wider[name] === undefined ? '' : wider[name] === 'zero' ? ', nor 0' : ', nor another positive one';
      throw new Error(`--${name} ${text} is no positive whole number${also}\n${usage}`);
    }
    given[name] = value;
  }
  return { ...defaults, ...given };
}

/** Tells whether a flag such as `--quick` is on the command line, and takes it off. */
export function takeFlag(flag: string): boolean {
  const index = process.argv.indexOf(flag);
  if (index !== -1) process.argv.splice(index, 1);
  return index !== -1;
}

/** Reads the options of a benchmark that uses wrk, with further ones of its own. */
export function readLoadOptions<Further extends Readonly<Record<string, number>>>(
  further: Further,
): LoadOptions & { readonly further: Further } {
  const values = readOptions({ ...loadDefaults, ...further });
  const { rounds, seconds, connections, threads, 'warm-up': warmUpSeconds } = values;
  return { wrk: requireWrk(), rounds, seconds, warmUpSeconds, connections, threads, further: values };
}

/** Says in words how the load was put on. */
export function describeLoad(options: LoadOptions): string {
  const { threads, connections, seconds, warmUpSeconds, rounds } = options;
  return (
    `\`wrk -t${threads} -c${connections} -d${seconds}s\` over loopback after a warm-up of ${warmUpSeconds} s, all in ` +
    `turn, median of ${rounds}. CPU is user and system time of all processes of a server, divided by the requests ` +
    'answered.'
  );
}

function parse(names: readonly string[], usage: string): Record<string, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return Object.fromEntries(
      Object.entries(parseArgs({ options }).values).flatMap(([name, text]) =>
        typeof text === 'string' ? [[name, text]] : [],
      ),
    );
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
}
