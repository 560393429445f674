/** Checks that there are keys where `NAMEPLATE_BOT_DIRECTORIES` says. Source: docs/reference/bots.md ("Signatures"). */
import type { Config } from '../../config/config.ts';
import { HostNames } from '../../core/host-names.ts';
import { type DirectoryFetchOptions, fetchDirectory } from '../../edge/crawlers/fetch-directory.ts';
import { addressPolicyOf } from '../../service/upstream-check.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'keys of crawlers';

/** `further` has what a test needs. */
export async function checkBotDirectories(
  config: Config,
  further: Partial<DirectoryFetchOptions> = {},
): Promise<Finding[]> {
  const { botDirectories } = config;
  const origins = [...new Set(botDirectories.map(({ origin }) => origin))];
  const options = { policy: addressPolicyOf(config), names: new HostNames(), ...further };
  return await Promise.all(
    origins.map((origin) => {
      const crawlers = botDirectories.filter((one) => one.origin === origin).map(({ crawler }) => crawler);
      return checkOne(origin, crawlers.join(', '), options);
    }),
  );
}

async function checkOne(origin: string, crawlers: string, options: DirectoryFetchOptions): Promise<Finding> {
  const wrong = (reason: string): Finding =>
    finding(
      'warning',
      check,
      `${origin} ${reason}, so ${crawlers} can't be verified by signature: correct NAMEPLATE_BOT_DIRECTORIES, or let this machine reach it.`,
    );
  try {
    const found = await fetchDirectory(origin, options, new AbortController().signal);
    if (found === undefined || found.keys.size === 0) return wrong('has no directory of keys');
    return finding('ok', check, `${origin} has keys of ${crawlers}: ${found.keys.size}.`);
  } catch (error) {
    return wrong(`cannot be read (${messageOf(error)})`);
  }
}
