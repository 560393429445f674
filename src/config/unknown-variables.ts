/**
 * Finds mistyped variable names, which would otherwise be ignored silently. Source: docs/reference/config.md ("How
 * variables are read").
 */
import { quoteValue } from '../core/errors.ts';
import { ConfigError } from './config-error.ts';
import { showLength } from './redact.ts';
import { variableOfFile } from './secret-files.ts';
import { isVariableName, type VariableName, variableNames } from './variables.ts';

const prefix = 'NAMEPLATE_';
/** Read by the test suite, not by the program it starts with the same environment. */
const testPrefix = 'NAMEPLATE_TEST_';

/** Read by the launcher, and by commands and programs that use the API of a service elsewhere. */
const otherReaders: ReadonlySet<string> = new Set([
  'NAMEPLATE_NODE',
  'NAMEPLATE_URL',
  'NAMEPLATE_TOKEN',
  'NAMEPLATE_TOKEN_FILE',
]);

/**
 * Kubernetes gives every container of a namespace variables named after its services (Docker's old links do the
 * same), so a service called `nameplate` or `nameplate-edge` creates names with our prefix that the operator didn't type.
 * Source: Kubernetes documentation, "Service", environment variables.
 */
const serviceLinkName =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_[0-9]+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const serviceLinkUrl = /^(?:tcp|udp|sctp):\/\//;

/** Answers the first set variable with our prefix that is not in the table, with the known name nearest to it. */
export function findUnknownVariable(env: Record<string, string | undefined>): ConfigError | undefined {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix) || name.startsWith(testPrefix) || !value) continue;
    if (isVariableName(name) || variableOfFile(name) || otherReaders.has(name)) continue;
    if (isServiceLink(name, value)) continue;
    const shownName = /^[A-Za-z0-9_]+$/.test(name) ? name : quoteValue(name);
    // Its value may be the secret of the name that was meant, so it stays hidden.
    return new ConfigError(
      name,
      `${shownName} is set ${showLength(value)} but is not a variable of Nameplate; did you mean ${nearestName(name)}?`,
    );
  }
  return undefined;
}

/**
 * Whether Kubernetes or Docker set the variable for a service of that name. A service called `nameplate-api` makes
 * NAMEPLATE_API_PORT, which counts as unset then.
 */
export function isServiceLink(name: string, value: string): boolean {
  return serviceLinkName.test(name) || (name.endsWith('_PORT') && serviceLinkUrl.test(value));
}

function nearestName(name: string): VariableName {
  let nearest: VariableName = 'NAMEPLATE_DATA_DIR';
  let least = Number.POSITIVE_INFINITY;
  for (const known of variableNames) {
    const distance = editDistance(name.slice(prefix.length), known.slice(prefix.length));
    if (distance < least) [nearest, least] = [known, distance];
  }
  return nearest;
}

/** Counts the insertions, deletions and replacements that turn one word into another. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replacement = from[row - 1] === to[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + replacement,
        ),
      );
    }
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
