/** Checks that the ports are free, or taken by a running Nameplate. Source: docs/reference/service.md ("Listeners"). */
import { once } from 'node:events';
import { get, IncomingMessage } from 'node:http';
import { createServer, isIPv6 } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config/config.ts';
import { errorField } from '../../core/error-field.ts';
import { messageOf } from '../failures.ts';
import { reachableHost } from '../local-address.ts';
import { type Finding, finding } from './finding.ts';

const answerTimeoutMs = 2_000;

type Listener = {
  readonly variable: string;
  readonly hostVariable: string;
  readonly host: string;
  readonly port: number;
};

export async function checkPorts({ api, edge, responder }: Config): Promise<Finding[]> {
  const apiListener = { variable: 'NAMEPLATE_API_PORT', hostVariable: 'NAMEPLATE_HOST', ...api };
  const edgeHost = { hostVariable: 'NAMEPLATE_EDGE_HOST', host: edge.host };
  const edgeListeners: Listener[] = [
    { variable: 'NAMEPLATE_EDGE_HTTP_PORT', ...edgeHost, port: edge.httpPort },
    { variable: 'NAMEPLATE_EDGE_HTTPS_PORT', ...edgeHost, port: edge.httpsPort },
    ...(responder
      ? [
          {
            variable: 'NAMEPLATE_DNS_PORT',
            hostVariable: 'NAMEPLATE_DNS_HOST',
            host: responder.host,
            port: responder.port,
          },
        ]
      : []),
  ];
  const apiProblem = await listenProblem(apiListener);
  const running = errorField(apiProblem, 'code') === 'EADDRINUSE' && (await answersAsNameplate(apiListener));
  const findings = [describePort(apiListener, apiProblem, running)];
  for (const listener of edgeListeners) {
    findings.push(
      listener.port === 0
        ? finding('ok', nameOf(listener), `${listener.variable} is 0: the listener is off.`)
        : describePort(listener, await listenProblem(listener), running),
    );
  }
  return findings;
}

/** What an attempt to listen has shown; `running`: the API's port is taken by a Nameplate. */
export function describePort(listener: Listener, problem: unknown, running: boolean): Finding {
  const name = nameOf(listener);
  const { variable, hostVariable, host, port } = listener;
  if (problem === undefined) return finding('ok', name, `Free (${variable}).`);
  switch (errorField(problem, 'code') ?? '') {
    case 'EADDRINUSE':
      return running
        ? finding('ok', name, `In use, and a running Nameplate answers (${variable}).`)
        : finding(
            'problem',
            name,
            `Another program listens there: stop it, or set ${variable} to another port.`,
          );
    case 'EACCES':
      // Whoever runs the service may have what this user lacks, as in a unit of systemd.
      return running
        ? finding('ok', name, `Not open to this user, and a running Nameplate answers (${variable}).`)
        : finding(
            'problem',
            name,
            `This user may not listen on port ${port}: give Node CAP_NET_BIND_SERVICE, or set ${variable} to 1024 or more.`,
          );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return finding(
        'problem',
        name,
        `This machine has no address ${host}: set ${hostVariable} to one it has.`,
      );
    default:
      return finding(
        'problem',
        name,
        `Cannot listen there (${messageOf(problem)}): change ${hostVariable} or ${variable}.`,
      );
  }
}

function nameOf({ host, port }: Listener): string {
  if (port === 0) return 'port (off)';
  return `port ${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Listens for a moment; answers the error when it cannot. */
async function listenProblem({ host, port }: Listener): Promise<unknown> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error;
  } finally {
    if (server.listening) await new Promise((closed) => server.close(closed));
  }
}

async function answersAsNameplate({ host, port }: Listener): Promise<boolean> {
  // Not fetch: of a connection closed at once it never answers, and nothing keeps the program waiting for it.
  const request = get({ host: reachableHost(host), port, path: '/healthz', agent: false });
  const overdue = setTimeout(() => request.destroy(), answerTimeoutMs);
  try {
    const [response] = await once(request, 'response');
    if (!(response instanceof IncomingMessage)) return false;
    const body: unknown = JSON.parse(await text(response));
    const healthy = typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
    return healthy && response.headers['x-request-id'] !== undefined;
  } catch {
    return false;
  } finally {
    clearTimeout(overdue);
    request.on('error', () => {}).destroy();
  }
}
