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
    for (const version of ['1.0.0', '2.0.0']) {
      const installed = await copyProgram(version);
      for (const name of ['README.md', 'LICENSE']) await writeFile(join(installed, name), '');
      await run(process.execPath, [script, installed], { cwd: packages });
    }
    const [first = '', second = ''] = await readdir(packages);
    expect(first).toMatch(/^nameplate_1\.0\.0_(amd64|arm64)\.deb$/);

    const root = await tempDir();
    await mkdir(join(root, 'var/lib/dpkg/info'), { recursive: true });
    await mkdir(join(root, 'var/lib/dpkg/updates'));
    await writeFile(join(root, 'var/lib/dpkg/status'), '');
    const options = [`--root=${root}`, '--force-script-chrootless', '--force-depends'];
    const dpkg = (...args: string[]) => run('dpkg', [...options, ...args], { cwd: packages });
    const settings = join(root, 'etc/nameplate/nameplate.env');

    await dpkg('--install', first);
    expect(await readlink(join(root, 'opt/nameplate'))).toBe('nameplate-1.0.0');
    expect((await run(join(root, 'opt/nameplate/nameplate'), ['--version'])).stdout).toBe('1.0.0\n');
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

    // What ends the service and its sockets, as there is no systemd to do it here.
    const systemctl = (...args: string[]) => run('systemctl', [`--root=${root}`, ...args]);
    const units = (await readdir(join(root, 'lib/systemd/system'))).toSorted();
    await systemctl('enable', ...units);
    const prerm = await readFile(join(root, 'var/lib/dpkg/info/nameplate.prerm'), 'utf8');
    const [, disabled = ''] = /systemctl disable --now (.+)/.exec(prerm) ?? [];
    expect(disabled.split(' ').toSorted()).toEqual(units);
    await systemctl('disable', ...disabled.split(' '));
    for (const target of ['multi-user', 'sockets'])
      await expect(readdir(join(root, `etc/systemd/system/${target}.target.wants`))).rejects.toThrow('ENOENT');

    await dpkg('--remove', 'nameplate');
    expect(await readFile(settings, 'utf8')).toMatch(/ops@example\.net\n$/);
    const { stdout: said } = await dpkg('--purge', 'nameplate');
    expect(said).toContain('data stays in /var/lib/nameplate');
    expect(await readFile(join(data, 'control.db'), 'utf8')).toBe('rows');
    await expect(stat(settings)).rejects.toThrow('ENOENT');
  },
);
