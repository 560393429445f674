/**
 * `nameplate check-live`: whether the service that this environment configures answers, for a container's health check. Not for
 * people, so it is not in the list of commands. Source: docs/reference/service.md ("Health").
 */
import type { Command } from 'commander';
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { originOf } from '../service/api-listener.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf } from './failures.ts';

const help = `Usage: nameplate check-live

Exits with code 0 when the service answers on NAMEPLATE_API_PORT.
`;
const timeoutMs = 4_000;

export function checkLiveCommand(): Command {
  return defineCommand('check-live', help).action(async () => {
    const { api } = parseConfig(readEnvironment());
    const url = `${originOf(api.host, api.port)}/livez`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
      throw new CliError(`${url} does not answer: ${messageOf(error)}`);
    });
    if (!answer.ok) throw new CliError(`${url} answers ${answer.status}`);
  });
}
