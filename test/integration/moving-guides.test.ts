/** The commands of the guides for moving in, run in their order on what they are about. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/command-line.ts';
import {
  certificateOf,
  put,
  putAcmeShAccount,
  putAcmeShHost,
  putCaddyAccount,
  putCaddySite,
  putCertbotAccount,
  putCertbotLineage,
  traefikFile,
} from '../support/storages.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';

type Guide = {
  readonly name: string;
  /** Puts what the page's commands read below a folder; answers where each path of the page is. */
  readonly prepare: (root: string, page: string) => Promise<Readonly<Record<string, string>>>;
};

const guides: readonly Guide[] = [
  {
    name: 'from-caddy',
    prepare: async (root) => {
      await putCaddyAccount(root);
      await putCaddySite(root, { host, ...certificateOf(host) });
      return { '/var/lib/caddy/.local/share/caddy': root };
    },
  },
  {
    name: 'from-traefik',
    prepare: async (root) => {
      const file = join(root, 'acme.json');
      await put(file, JSON.stringify(traefikFile([{ names: [host], ...certificateOf(host) }])));
      return { '/etc/traefik/acme.json': file };
    },
  },
  {
    name: 'from-certbot',
    prepare: async (root) => {
      const [certbot, acmeSh] = [join(root, 'letsencrypt'), join(root, 'acme.sh')];
      await putCertbotAccount(certbot);
      await putCertbotLineage(certbot, host, certificateOf(host));
      await putAcmeShAccount(acmeSh);
      await putAcmeShHost(acmeSh, 'other.example.com', certificateOf('other.example.com'));
      return { '/etc/letsencrypt': certbot, '~/.acme.sh': acmeSh };
    },
  },
  {
    name: 'from-cloudflare',
    prepare: async (root) => {
      const result = [{ id: 'cf-1', hostname: host, status: 'active', ssl: { status: 'active' } }];
      await put(join(root, 'hostnames', '1.json'), JSON.stringify({ success: true, errors: [], result }));
      return { hostnames: join(root, 'hostnames') };
    },
  },
  {
    name: 'from-saas-custom-domains',
    prepare: async (root, page) => {
      await put(join(root, 'domains.csv'), /```csv\n([^`]*)```/.exec(page)?.[1] ?? '');
      return { 'domains.csv': join(root, 'domains.csv') };
    },
  },
];

test.each(guides)('$name', async ({ name, prepare }) => {
  const page = await readFile(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8');
  const [dataDir, root] = [await tempDir(), await tempDir()];
  const places = await prepare(root, page);
  expect((await runCli(['account', 'create', 'Acme'], { dataDir })).code).toBe(0);
  const blocks = [...page.matchAll(/```sh\n([^`]*)```/g)].map(([, block]) => block ?? '');
  const commands = blocks.flatMap((block) => block.split('\n')).filter((line) => line !== '');
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) {
    const [program, ...args] = command.split(' ');
    expect(program).toBe('nameplate');
    const result = await runCli(
      args.map((arg) => places[arg] ?? arg),
      { dataDir },
    );
    expect([command, result.stderr.replace(/^warning: .*\n/gm, ''), result.code]).toEqual([
      command,
      expect.not.stringContaining('refused'),
      0,
    ]);
    if (command === 'nameplate domain list') expect(result.stdout).toContain(host);
  }
});
