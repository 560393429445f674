/** The Debian package: installed, upgraded and removed in another root. Source: docs/guides/install.md ("Debian and Ubuntu"). */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyProgram } from '../support/other-program.ts';
import { lacksCommand } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../scripts/deb.ts', import.meta.url));
const lacks = ['dpkg-deb', 'systemctl', 'systemd-sysusers', 'systemd-tmpfiles'].some((command) =>
  lacksCommand(command, 'the Debian package'),
);
const isRoot = process.getuid?.() === 0;

test.skipIf(lacks || !isRoot)(
  'installs, upgrades with the settings as they are, and leaves the data',
  async () => {
    const packages = await tempDir();
    for (const version of ['1.0.0-rc.1', '2.0.0']) {
      const installed = await copyProgram(version);
      for (const name of ['README.md', 'LICENSE']) await writeFile(join(installed, name), '');
      await run(process.execPath, [script, installed], { cwd: packages });
    }
    const [first = '', second = ''] = await readdir(packages);
    expect(first).toMatch(/^nameplate_1\.0\.0~rc\.1_(amd64|arm64)\.deb$/);

    const root = await tempDir();
    await mkdir(join(root, 'var/lib/dpkg/info'), { recursive: true });
    await mkdir(join(root, 'var/lib/dpkg/updates'));
    await writeFile(join(root, 'var/lib/dpkg/status'), '');
    const options = [`--root=${root}`, '--force-script-chrootless', '--force-depends'];
    const dpkg = (...args: string[]) => run('dpkg', [...options, ...args], { cwd: packages });
    const settings = join(root, 'etc/nameplate/nameplate.env');

    await dpkg('--install', first);
    expect(await readlink(join(root, 'opt/nameplate'))).toBe('nameplate-1.0.0-rc.1');
    expect((await run(join(root, 'opt/nameplate/nameplate'), ['--version'])).stdout).toBe('1.0.0-rc.1\n');
    const [, group] = /^nameplate:[^:]*:(\d+):/m.exec(await readFile(join(root, 'etc/group'), 'utf8')) ?? [];
    const { mode, gid } = await stat(settings);
    expect({ mode: mode & 0o777, gid }).toEqual({ mode: 0o640, gid: Number(group) });

    await appendFile(settings, 'NAMEPLATE_ACME_EMAIL=ops@example.net\n');
    const data = join(root, 'var/lib/nameplate');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'control.db'), 'rows');
    await dpkg('--install', second);
    expect(await readdir(join(root, 'opt'))).toEqual(['nameplate', 'nameplate-2.0.0']);
    expect((await run(join(root, 'opt/nameplate/nameplate'), ['--version'])).stdout).toBe('2.0.0\n');
    expect(await readFile(settings, 'utf8')).toMatch(/ops@example\.net\n$/);

    const links = join(root, 'etc/systemd/system/sockets.target.wants');
    await run('systemctl', [`--root=${root}`, 'enable', 'nameplate-http.socket']);
    await dpkg('--remove', 'nameplate');
    expect(await readdir(links)).toEqual(['nameplate-http.socket']);
    expect(await readFile(settings, 'utf8')).toMatch(/ops@example\.net\n$/);
    const { stdout: said } = await dpkg('--purge', 'nameplate');
    expect(said).toContain('data stays in /var/lib/nameplate');
    expect(await readdir(links)).toEqual([]);
    expect(await readFile(join(data, 'control.db'), 'utf8')).toBe('rows');
    await expect(stat(settings)).rejects.toThrow('ENOENT');
  },
);

const sockets = ['http', 'https', 'api', 'dns'].map((name) => `nameplate-${name}.socket`);

type Machine = {
  readonly isActive?: boolean;
  /** Whether a reload is refused, as where an upgrade needs a restart. */
  readonly needsRestart?: boolean;
  readonly enabled?: readonly string[];
};

/** What a script of the package has systemctl do on a machine with systemd, beside asking. */
async function done(name: string, args: readonly string[], machine: Machine = {}): Promise<string[]> {
  const directory = await tempDir();
  const [bin, log] = [join(directory, 'bin'), join(directory, 'log')];
  await mkdir(bin);
  const systemctl = `#!/bin/sh
case $1 in
  is-active) exit ${machine.isActive ? 0 : 3} ;;
  is-enabled) case ' ${machine.enabled?.join(' ') ?? ''} ' in *" $3 "*) exit 0 ;; *) exit 1 ;; esac ;;
esac
echo "$*" >> ${log}
[ "$1" != reload ] || exit ${machine.needsRestart ? 1 : 0}
`;
  await writeFile(join(bin, 'systemctl'), systemctl, { mode: 0o755 });
  for (const other of ['systemd-sysusers', 'systemd-tmpfiles', 'chgrp', 'rm'])
    await writeFile(join(bin, other), '#!/bin/sh\n', { mode: 0o755 });
  const text = await readFile(new URL(`../../packaging/deb/${name}`, import.meta.url), 'utf8');
  await run('sh', ['-c', text.replaceAll('/run/systemd/system', directory), name, ...args], {
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  const said = await readFile(log, 'utf8').catch(() => '');
  return said.split('\n').filter((line) => line !== '' && line !== 'daemon-reload');
}

test('starts with systemd, takes over, and starts what is enabled when it is installed again', async () => {
  const unit = 'nameplate.service';
  expect(await done('postinst', ['configure', ''])).toEqual([`enable --now ${unit}`]);
  const upgraded = (machine: Machine) => done('postinst', ['configure', '1.0.0'], machine);
  expect(await upgraded({ isActive: true })).toEqual([`reload ${unit}`]);
  expect(await upgraded({ isActive: true, needsRestart: true })).toEqual([
    `reload ${unit}`,
    `restart ${unit}`,
  ]);
  expect(await upgraded({ enabled: [unit, 'nameplate-api.socket'] })).toEqual([
    `start nameplate-api.socket ${unit}`,
  ]);
  expect(await upgraded({})).toEqual([]);
  expect(await done('prerm', ['upgrade', '2.0.0'])).toEqual([]);
  expect(await done('prerm', ['remove'])).toEqual([`stop ${sockets.join(' ')} ${unit}`]);
  for (const event of ['remove', 'purge']) expect(await done('postrm', [event])).toEqual([]);
});
