/**
 * What testssl.sh says of a host, Debian's 3.0.8. It knows no post-quantum group, and what it knows is looked at.
 * Source: docs/reference/tls.md ("Versions, ciphers, limits").
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { TestAuthority } from '../support/certificates.ts';
import { openSecureEdge, served } from '../support/secure-edge.ts';
import { lacksCommand } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:a.example'));
const run = promisify(execFile);

type Found = { readonly id: string; readonly severity: string; readonly finding: string };

/**
 * Of certificates, which are a test's here, of what an HTTP server says, which is the upstream's, and of resumption by tickets: it
 * often ends its connection before TLS 1.3 sends them, and resumption has tests of its own.
 */
const ofOthers =
  /^(?:sessionresumption_ticket|cert|HTTP|HSTS|HPKP|banner|cookie|security_headers|OCSP|DNS_CAA|overall_grade|rating|final)/i;

test.skipIf(lacksCommand('testssl', 'what testssl.sh says of a host'))(
  'testssl.sh finds nothing to object to in protocols, ciphers, defaults and vulnerabilities',
  { timeout: 600_000 },
  async () => {
    const edge = await openSecureEdge({
      rules: { 'a.example': {} },
      certificates: { 'a.example': [certificate] },
    });
    const file = join(await tempDir(), 'found.json');
    const checks = ['-p', '-s', '-f', '-S', '-P', '-U'];
    const quiet = ['--quiet', '--color', '0', '--warnings', 'off', '--nodns', 'none', '--ip', '127.0.0.1'];
    const trust = ['--add-ca', authority.path];
    // It ends with the number of what it found.
    await run('testssl', [...checks, ...quiet, ...trust, '--jsonfile', file, `a.example:${edge.port}`], {
      maxBuffer: 16 * 1024 * 1024,
    }).catch(() => {});
    const found: Found[] = JSON.parse(await readFile(file, 'utf8'));
    expect(found.length).toBeGreaterThan(50);
    const objections = found.filter(
      ({ id, severity }) => !['OK', 'INFO', 'LOW'].includes(severity) && !ofOthers.test(id),
    );
    expect(objections).toEqual([]);
    expect(found.filter(({ severity, id }) => severity === 'LOW' && !ofOthers.test(id))).toEqual([]);
  },
);
