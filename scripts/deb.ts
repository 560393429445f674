/**
 * Makes a Debian package of an installed release: `node scripts/deb.ts [DIRECTORY]`. Without a directory, it installs the release’s
 * tarball first. Source: docs/guides/install.md ("Debian and Ubuntu"), https://www.debian.org/doc/debian-policy/.
 */
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

type Manifest = { readonly name: string; readonly version: string };

const root = fileURLToPath(new URL('../', import.meta.url));
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const architecture = architectures[process.arch];
if (architecture === undefined) throw new Error(`${process.arch} is neither x64 nor arm64`);

async function manifestOf(directory: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
}

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const [, , given] = process.argv;
const staging = await mkdtemp(join(tmpdir(), 'nameplate-deb-'));
// It becomes the root of every machine that the package is installed on.
await chmod(staging, 0o755);
try {
  const { name, version } = await manifestOf(given ?? root);
  // Debian's sign for what comes before the version that it names.
  const debianVersion = version.replaceAll('-', '~');
  const program = join(staging, `opt/nameplate-${version}`);
  await mkdir(program, { recursive: true });
  if (given !== undefined) await cp(given, program, { recursive: true, verbatimSymlinks: true });
  else {
    execFileSync('tar', ['-xzf', `${name}-${version}.tgz`, '--strip-components=1', '-C', program]);
    const options = ['--omit=dev', '--loglevel=error', '--no-audit', '--no-fund'];
    execFileSync('npm', ['ci', ...options], { cwd: program, stdio: 'inherit' });
  }
  // What runs is named by a link, which dpkg replaces at once.
  await symlink(`nameplate-${version}`, join(staging, 'opt/nameplate'));
  await mkdir(join(staging, 'usr/bin'), { recursive: true });
  await symlink('/opt/nameplate/nameplate', join(staging, 'usr/bin/nameplate'));

  const systemd = join(root, 'packaging/systemd');
  const places = {
    'lib/systemd/system/nameplate.service': 'nameplate.service',
    'lib/systemd/system/nameplate-api.socket': 'nameplate-api.socket',
    'lib/systemd/system/nameplate-dns.socket': 'nameplate-dns.socket',
    'lib/systemd/system/nameplate-http.socket': 'nameplate-http.socket',
    'lib/systemd/system/nameplate-https.socket': 'nameplate-https.socket',
    'usr/lib/sysusers.d/nameplate.conf': 'nameplate.sysusers',
    'usr/lib/tmpfiles.d/nameplate.conf': 'nameplate.tmpfiles',
    'etc/nameplate/nameplate.env': 'nameplate.env',
  };
  for (const [place, file] of Object.entries(places))
    await put(join(staging, place), await readFile(join(systemd, file)));
  await chmod(join(staging, 'etc/nameplate/nameplate.env'), 0o640);

  const completions = {
    bash: 'usr/share/bash-completion/completions/nameplate',
    zsh: 'usr/share/zsh/vendor-completions/_nameplate',
    fish: 'usr/share/fish/vendor_completions.d/nameplate.fish',
  };
  for (const [shell, place] of Object.entries(completions))
    await put(
      join(staging, place),
      execFileSync(process.execPath, [join(program, 'dist/bin.cjs'), 'completion', shell]),
    );
  const manual = await readFile(join(root, 'packaging/nameplate.1'));
  await put(join(staging, 'usr/share/man/man1/nameplate.1.gz'), gzipSync(manual));
  const documents = join(staging, 'usr/share/doc/nameplate');
  await put(join(documents, 'copyright'), await readFile(join(root, 'LICENSE')));
  await put(join(documents, 'changelog.gz'), gzipSync(await readFile(join(root, 'CHANGELOG.md'))));

  const kilobytes = execFileSync('du', ['-sk', '--apparent-size', staging], { encoding: 'utf8' });
  await put(
    join(staging, 'DEBIAN/control'),
    [
      'Package: nameplate',
      `Version: ${debianVersion}`,
      `Architecture: ${architecture}`,
      'Maintainer: Nameplate maintainers <maintainers@nameplate.example>',
      'Section: net',
      'Priority: optional',
      // Node 24 needs these.
      'Depends: libc6 (>= 2.28), libstdc++6, ca-certificates, systemd',
      `Installed-Size: ${Number.parseInt(kilobytes, 10)}`,
      'Description: custom domains: redirects, proxy, TLS and analytics',
      ' Serves the domains of a SaaS company’s customers: terminates TLS for them, redirects or',
      ' proxies every request, counts visitors and requests, and is managed by one JSON API and one',
      ' dashboard.',
      '',
    ].join('\n'),
  );
  await put(join(staging, 'DEBIAN/conffiles'), '/etc/nameplate/nameplate.env\n');
  for (const script of ['postinst', 'prerm', 'postrm']) {
    await cp(join(root, 'packaging/deb', script), join(staging, 'DEBIAN', script));
    await chmod(join(staging, 'DEBIAN', script), 0o755);
  }
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', '-Zzstd', '--build', staging, `nameplate_${debianVersion}_${architecture}.deb`],
    { stdio: 'inherit' },
  );
} finally {
  await rm(staging, { recursive: true });
}
