/**
 * Certificates of the edge's own addresses, from an authority that validates. Source: docs/reference/acme.md ("Address certificates").
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { freePorts } from '../support/free-port.ts';
import { findPebble, Pebble } from '../support/pebble.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const isThere = findPebble();
if (!isThere) skipLoudly('certificates of addresses', 'no pebble on this machine');

const released: (() => Promise<unknown>)[] = [];
const register = (release: () => Promise<void>) => void released.push(release);
afterAll(async () => {
  for (const release of released.toReversed()) await release();
});

describe.skipIf(!isThere)('the certificate of an address', () => {
  // Without a port for clear text it is validated over TLS.
  it.each([false, true])(
    'is shown to clients that name no host; validated over HTTP: %s',
    async (isOverHttp) => {
      const [httpPort = 0, tlsPort = 0] = await freePorts(2);
      const pebble = await Pebble.start({ httpPort, tlsPort }, register);
      const service = await TestService.start({
        dataDir: await tempDir('file'),
        workers: 1,
        env: {
          ...pebble.env,
          NAMEPLATE_ACME_ADDRESS_CERTIFICATES: 'true',
          NAMEPLATE_EDGE_HTTP_PORT: isOverHttp ? String(httpPort) : '0',
          NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
        },
      });
      register(async () => void (await service.stop()));
      const shown = async () => {
        const socket = tls.connect({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false });
        await once(socket, 'secureConnect');
        const name = socket.getPeerX509Certificate()?.subjectAltName;
        socket.destroy();
        return name;
      };
      await expect.poll(shown, { timeout: 20_000, interval: 300 }).toBe('IP Address:127.0.0.1');
      const doctor = await run(process.execPath, [builtProgram, 'doctor', '--json'], {
        env: service.env,
      }).catch((error: { stdout: string }) => error);
      const { findings }: { findings: { check: string; message: string }[] } = JSON.parse(doctor.stdout);
      expect(findings.filter(({ check }) => check === 'certificate of an address')).toMatchObject([
        { level: 'ok', message: expect.stringMatching(/^127\.0\.0\.1 has one until 20/) },
      ]);
    },
  );
});
