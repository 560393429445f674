import { describe, expect, it, onTestFinished } from 'vitest';
import { BotSigner, KeyDirectory } from '../../../test/support/bot-signer.ts';
import { parseConfig } from '../../config/config.ts';
import { checkBotDirectories } from './bot-directories.ts';

async function look(directories: string, ca?: string) {
  const config = parseConfig({
    NAMEPLATE_BOT_DIRECTORIES: directories,
    NAMEPLATE_UPSTREAM_ALLOW: '127.0.0.0/8',
  });
  return await checkBotDirectories(config, { ca });
}

describe('the check of directories with keys of crawlers', () => {
  it('says how many keys there are, once for each directory', async () => {
    const directory = await KeyDirectory.of(new BotSigner(), new BotSigner());
    onTestFinished(() => directory[Symbol.asyncDispose]());
    const { origin, authority } = directory;
    expect(await look(`Acme Monitor=${origin}, AcmeBot=${origin}`, authority.pem)).toEqual([
      { level: 'ok', check: 'keys of crawlers', message: `${origin} has keys of Acme Monitor, AcmeBot: 2.` },
    ]);
    expect(directory.requests).toHaveLength(1);
  });

  it('finds one that has no keys, and one that cannot be read', async () => {
    const none = await KeyDirectory.start((_, response) => response.writeHead(404).end());
    onTestFinished(() => none[Symbol.asyncDispose]());
    const away = 'https://127.0.0.1:1';
    expect(await look(`A=${none.origin}, B=${away}`, none.authority.pem)).toMatchObject([
      {
        level: 'warning',
        message: expect.stringContaining(`${none.origin} has no directory of keys, so A can't`),
      },
      {
        level: 'warning',
        message: expect.stringMatching(/^https:\/\/127\.0\.0\.1:1 cannot be read \(.+\), so B/),
      },
    ]);
  });

  it('has nothing to find where only those that come with the program are used', async () => {
    expect(await checkBotDirectories(parseConfig({}))).toEqual([]);
  });
});
