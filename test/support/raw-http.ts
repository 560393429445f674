/** Requests over a bare socket, for what no HTTP client would send. */
import net from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Sends bytes (latin1) and reads until the other side closes; `parts` are sent with a pause between them. */
export function sendRaw(port: number, parts: string | readonly string[], timeoutMs = 15_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    let received = '';
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs} ms; so far: ${received}`)));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    void (async () => {
      for (const part of [parts].flat()) {
        socket.write(part, 'latin1');
        await new Promise((done) => setTimeout(done, 10));
      }
    })();
  });
}

/** Makes a GET for a host and target over a connection of its own. */
export async function getRaw(port: number, host: string, target: string, extra = ''): Promise<RawAnswer> {
  const text = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${extra}\r\n`);
  return parseAnswer(text);
}

/** Takes one whole answer apart. */
export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(end + 4) };
}
