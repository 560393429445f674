/**
 * A peer: http-proxy-3 on `node:http`, with connections to the origin kept.
 * Arguments: the path of the package, the port, and the origin's port.
 */
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';

type ProxyServer = {
  web(request: IncomingMessage, response: ServerResponse): void;
  on(event: 'error', listener: (error: Error) => void): void;
};

const [packagePath = '', port, originPort] = process.argv.slice(2);
// Not an import: it is not installed where this is checked.
const httpProxy: { createProxyServer(options: object): ProxyServer } = createRequire(import.meta.url)(
  packagePath,
);
const proxy = httpProxy.createProxyServer({
  target: { host: '127.0.0.1', port: Number(originPort) },
  agent: new Agent({ keepAlive: true, maxFreeSockets: 128 }),
  xfwd: true,
});
proxy.on('error', (error) => process.stderr.write(`${error.message}\n`));
createServer((request, response) => proxy.web(request, response)).listen(Number(port), '127.0.0.1');
