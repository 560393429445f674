/**
 * Checks every variable, where a start stops at the first bad one. Source: docs/reference/config.md ("How variables
 * are read").
 */
import { type Config, parseConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { showValue } from '../../config/redact.ts';
import { variableOfFile } from '../../config/secret-files.ts';
import { definitionOf, isVariableName, variableNames } from '../../config/variables.ts';
import { quoteValue } from '../../core/errors.ts';
import { type Finding, finding } from './finding.ts';

type Environment = Record<string, string | undefined>;

export type ConfigurationCheck = {
  readonly findings: readonly Finding[];
  /** The configuration as far as it is valid, with defaults for what is not. */
  readonly config: Config;
  /** Two listeners contradict each other, so that ports cannot be checked. */
  readonly listenersClash: boolean;
};

/** Names every variable with the value in force, and every problem. */
export function checkConfiguration(environment: Environment): ConfigurationCheck {
  const env = { ...environment };
  const problems = new Map<string, string>();
  let listenersClash = false;
  for (;;) {
    const attempt = tryParse(env);
    if (!(attempt instanceof ConfigError)) {
      return { findings: describeAll(environment, problems), config: attempt, listenersClash };
    }
    const isRepeated = problems.has(attempt.variable);
    problems.set(attempt.variable, attempt.message);
    if (env[attempt.variable]) {
      delete env[attempt.variable];
    } else if (env[`${attempt.variable}_FILE`]) {
      delete env[`${attempt.variable}_FILE`];
    } else if (isRepeated) {
      // It is missing beside one that needs it: only the defaults are certain.
      for (const name of Object.keys(env)) delete env[name];
    } else {
      // A default that another variable contradicts: continue as if no listener were configured.
      listenersClash = true;
      for (const name of Object.keys(env)) if (/_(?:PORT|HOST)$/.test(name)) delete env[name];
    }
  }
}

function tryParse(env: Environment): Config | ConfigError {
  try {
    return parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

function describeAll(env: Environment, problems: ReadonlyMap<string, string>): Finding[] {
  const unknown = [...problems].filter(([name]) => !isVariableName(name));
  return [
    ...unknown.map(([name, message]) => finding('problem', name, message)),
    ...variableNames.map((name) => {
      const problem = problems.get(name);
      if (problem !== undefined) return finding('problem', name, problem);
      const { default: byDefault, unset } = definitionOf(name);
      const value = env[name];
      const file = variableOfFile(`${name}_FILE`) && env[`${name}_FILE`];
      const inForce = value
        ? showValue(name, value)
        : file
          ? `read from ${quoteValue(file)}`
          : `not set (default: ${(byDefault ?? unset ?? 'nothing').replaceAll('`', '')})`;
      return finding('ok', name, inForce);
    }),
  ];
}
