/**
 * What a machine does: everything, or one of the two parts that a larger installation has on machines of their own.
 * Source: docs/guides/several-machines.md.
 */
import { type Config, parseConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { commandName } from '../core/program-files.ts';

/**
 * `serve`: all. `edge`: visitors, and the records of their requests; no API. `app`: API, dashboard and all work in the
 * background; no visitors. Each is the name of its command.
 */
export const roles = ['serve', 'edge', 'app'] as const;
export type Role = (typeof roles)[number];

export type ServiceOptions = {
  readonly role: Role;
  /** Migrate stores of an older schema that other machines may use: PostgreSQL and a ClickHouse server. */
  readonly migrate: boolean;
};

const serverVariables = ['NAMEPLATE_DATABASE_URL', 'NAMEPLATE_CLICKHOUSE_URL'] as const;

/** Reads the role from the arguments of a program, which {@link roleArguments} has made. */
export function roleOf(args: readonly string[]): Role {
  const named = args[args.indexOf('--role') + 1];
  return roles.find((role) => args.includes('--role') && role === named) ?? 'serve';
}

/** None for `serve`, so that programs that know no other role can be told so. */
export function roleArguments(role: Role): readonly string[] {
  return role === 'serve' ? [] : ['--role', role];
}

/** The configuration of a machine with this role. Throws an error of one line. */
export function configOf(role: Role, environment: Record<string, string | undefined>): Config {
  const config = parseConfig(environment);
  if (role === 'serve') return config;
  const isOnServer = {
    NAMEPLATE_DATABASE_URL: config.control.kind === 'postgres',
    NAMEPLATE_CLICKHOUSE_URL: config.analytics.location.kind === 'clickhouse',
  };
  for (const name of serverVariables) {
    if (isOnServer[name]) continue;
    throw new ConfigError(
      name,
      `${name} is not set: "${commandName} ${role}" shares its stores with other machines; set it, or run "${commandName} serve"`,
    );
  }
  return role === 'app' ? { ...config, edge: { ...config.edge, workers: 0 } } : config;
}
