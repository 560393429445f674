/**
 * HTTPS of the running service: certificates of the API in the hands of every worker. Source: docs/reference/tls.md
 * ("Which certificate a client is shown").
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, TestAuthority } from '../support/certificates.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { isAlive, serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const authority = new TestAuthority();
const released: (() => Promise<unknown>)[] = [];
let service: TestService;
let port = 0;

beforeAll(async () => {
  port = await freePort();
  const dataDir = await tempDir('file');
  service = await TestService.start({
    dataDir,
    workers: 2,
    env: {
      ...loopbackUpstreams,
      NAMEPLATE_EDGE_HTTPS_PORT: String(port),
      // A public name: nothing is self-signed but for clients that name no host.
      NAMEPLATE_EDGE_HOSTNAME: 'edge.example.com',
      NAMEPLATE_RATE_LIMIT: '0',
    },
  });
});

afterAll(async () => {
  await service?.stop();
  authority[Symbol.dispose]();
  for (const release of released) await release();
});

async function upload({ cert, key }: Certificate): Promise<string> {
  const certificates = `/api/v1/accounts/${service.accountUuid}/custom_certificates`;
  const { status, body } = await service.api(certificates, { json: { certificate: cert, private_key: key } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return `${certificates}/${body.uuid}`;
}

async function redirect(source_host: string): Promise<void> {
  const { status } = await service.api(service.redirects, {
    json: { source_host, destination_url: 'https://dest.example' },
  });
  expect(status).toBe(201);
}

async function shakeHands(servername: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = tls.connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  socket.on('error', () => {});
  return socket;
}

/** What twenty connections were shown, as they differ: fingerprints, or what went wrong. */
async function shown(servername: string): Promise<string[]> {
  const all = await Promise.all(
    Array.from({ length: 20 }, async () => {
      try {
        const socket = await shakeHands(servername);
        const fingerprint = socket.getPeerX509Certificate()?.fingerprint256 ?? '';
        socket.destroy();
        return fingerprint;
      } catch (error) {
        return /alert number \d+|unrecognized name/.exec(String(error))?.[0] ?? String(error);
      }
    }),
  );
  return [...new Set(all)];
}

const fingerprintOf = async (path: string): Promise<string> => (await service.api(path)).body.fingerprint;
const refused = expect.stringMatching(/alert number 112|unrecognized name/);

describe('HTTPS of the service', () => {
  it('serves a certificate from the moment it is uploaded until the moment it is deleted, on all workers', async () => {
    await redirect('cert.example.com');
    for (let round = 0; round < 3; round++) {
      expect(await shown('cert.example.com')).toEqual([refused]);
      const first = await upload(authority.issue('DNS:cert.example.com'));
      expect(await shown('cert.example.com')).toEqual([await fingerprintOf(first)]);
      const wildcard = await upload(authority.issue('DNS:*.example.com'));
      expect(await shown('cert.example.com')).toEqual([await fingerprintOf(first)]);
      expect((await service.api(first, { method: 'DELETE' })).status).toBeLessThan(300);
      expect(await shown('cert.example.com')).toEqual([await fingerprintOf(wildcard)]);
      expect((await service.api(wildcard, { method: 'DELETE' })).status).toBeLessThan(300);
    }
    expect(await shown('cert.example.com')).toEqual([refused]);
  });

  it('refuses hosts that nobody serves, certificate or not, until somebody does', async () => {
    const path = await upload(authority.issue('DNS:early.example.com'));
    expect(await shown('early.example.com')).toEqual([refused]);
    await redirect('early.example.com');
    expect(await shown('early.example.com')).toEqual([await fingerprintOf(path)]);
  });

  it('resumes sessions on every worker, and on those that come later', async () => {
    await redirect('resume.example.com');
    await upload(authority.issue('DNS:resume.example.com'));
    const sessions: Buffer[] = [];
    const first = await shakeHands('resume.example.com');
    first.on('session', (session: Buffer) => sessions.push(session));
    first.write('GET / HTTP/1.1\r\nHost: resume.example.com\r\nConnection: close\r\n\r\n');
    first.resume();
    await once(first, 'close');
    const areResumed = async () => {
      const all = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const [session] = sessions;
          const socket = await shakeHands('resume.example.com', session ? { session } : {});
          const isReused = socket.isSessionReused();
          socket.destroy();
          return isReused;
        }),
      );
      return [...new Set(all)];
    };
    expect(await areResumed()).toEqual([true]);
    const before = service.workerPids();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => service.workerPids().filter((pid) => !before.includes(pid) && isAlive(pid)).length)
      .toBe(2);
    await expect.poll(() => service.isReady()).toBe(true);
    expect(await areResumed()).toEqual([true]);
  });

  it('leads visitors of a custom domain to HTTPS once it has a certificate, and tells its upstream', async () => {
    const upstream = await startUpstream((request, answer) =>
      answer.end(['x-forwarded-proto', 'x-forwarded-host'].map((name) => request.headers[name]).join(' ')),
    );
    released.push(() => upstream.close());
    await createDomain(service, 'site.example.com', upstream.port);
    expect(await service.edge('site.example.com', '/x')).toMatchObject({
      status: 200,
      body: 'http site.example.com',
    });
    await upload(authority.issue('DNS:site.example.com'));
    expect(await service.edge('site.example.com', '/x?y')).toMatchObject({
      status: 308,
      location: 'https://site.example.com/x?y',
    });
    const { stdout } = await run('curl', [
      '-s',
      '--cacert',
      authority.path,
      '--resolve',
      `site.example.com:${port}:127.0.0.1`,
      '-w',
      ' %{http_version} %{http_code}',
      `https://site.example.com:${port}/`,
    ]);
    expect(stdout).toBe(`https site.example.com:${port} 2 200`);
  });

  it('tells browsers to keep to HTTPS from the moment a domain opts in until the moment it does not, on all workers', async () => {
    const upstream = await startUpstream((_, answer) => answer.end('hello'));
    released.push(() => upstream.close());
    const { uuid, upstreamUuid } = await createDomain(service, 'hsts.example.com', upstream.port);
    const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
    await upload(authority.issue('DNS:hsts.example.com'));
    const said = async () => {
      const all = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const socket = await shakeHands('hsts.example.com');
          let answer = '';
          socket.on('data', (chunk: Buffer) => {
            answer += chunk.toString('latin1');
          });
          socket.write('GET / HTTP/1.1\r\nHost: hsts.example.com\r\nConnection: close\r\n\r\n');
          await once(socket, 'close');
          return /^strict-transport-security: (.*)\r$/im.exec(answer)?.[1] ?? answer.slice(0, 15);
        }),
      );
      return [...new Set(all)];
    };
    expect(await said()).toEqual(['HTTP/1.1 200 OK']);
    for (let round = 1; round <= 5; round++) {
      for (const hsts_max_age of [round, 0]) {
        expect((await service.api(path, { method: 'PUT', json: { hsts_max_age } })).status).toBe(200);
        expect(await said()).toEqual([hsts_max_age === 0 ? 'HTTP/1.1 200 OK' : `max-age=${round}`]);
      }
    }
  });

  it('counts handshakes by what became of them, and requests over HTTP/2 like others', async () => {
    await shown('nobody.example.com');
    await expect
      .poll(async () => (await service.api('/metrics')).body)
      .toMatch(/nameplate_edge_handshakes_total\{outcome="unknown_name"\} \d{2,}/);
    expect((await service.api('/metrics')).body).toMatch(/nameplate_edge_handshakes_total\{outcome="full"\}/);
    expect(service.output).not.toMatch(/PRIVATE KEY/);
  });

  it('answers h2load and nghttp', async () => {
    await redirect('load.example.com');
    await upload(authority.issue('DNS:load.example.com'));
    const url = `https://load.example.com:${port}/x`;
    const h2load = await run('h2load', [
      '-n',
      '2000',
      '-c',
      '4',
      '-m',
      '50',
      '--connect-to',
      `127.0.0.1:${port}`,
      url,
    ]);
    expect(h2load.stdout).toMatch(/2000 succeeded, 0 failed, 0 errored, 0 timeout/);
    const nghttp = await run('nghttp', [
      '-nv',
      '--no-verify-peer',
      '-H',
      ':authority: load.example.com',
      `https://127.0.0.1:${port}/x`,
    ]).catch((error: { stdout: string }) => error);
    expect(nghttp.stdout).toMatch(/:status: (?:301|421)/);
  });
});

describe('a service on a machine without a public name', () => {
  it('signs certificates itself, and stops with one line when the port is taken', async () => {
    const ownPort = await freePort();
    const dataDir = await tempDir('file');
    const env = { NAMEPLATE_EDGE_HTTPS_PORT: String(ownPort) };
    const trial = await TestService.start({ dataDir, env });
    try {
      expect(trial.stdout).toContain(`https://127.0.0.1:${ownPort}`);
      await trial.api(trial.redirects, {
        json: { source_host: 'try.example.com', destination_url: 'https://dest.example' },
      });
      const { stdout } = await run('curl', [
        '-sk',
        '--resolve',
        `try.example.com:${ownPort}:127.0.0.1`,
        '-w',
        '%{http_code} %{redirect_url}',
        `https://try.example.com:${ownPort}/x`,
      ]);
      expect(stdout).toBe('301 https://dest.example/x');
      const second = await tempDir('file');
      const ended = await TestService.runToEnd(await serviceEnvironment({ dataDir: second, env }));
      expect(ended).toMatchObject({ code: 1 });
      expect(ended.stderr).toMatch(
        new RegExp(`^[^\\n]*NAMEPLATE_EDGE_HTTPS_PORT is ${ownPort}, but another program[^\\n]*\\n$`),
      );
    } finally {
      await trial.stop();
    }
  });
});
