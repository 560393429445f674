/** Answers one message over HTTP. Loaded for the first of them, with the library. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer, type McpServerParts } from './mcp-server.ts';

type Message = McpServerParts & {
  /** Those that say what the client takes and sends. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly message: unknown;
  /** Aborted when the client has left. */
  readonly gone: AbortSignal;
};

/** Undefined when the client has left. */
export async function answerMessage({
  headers,
  message,
  gone,
  ...parts
}: Message): Promise<Response | undefined> {
  const server = createMcpServer(parts);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const left = new Promise<undefined>((resolve) => {
    if (gone.aborted) resolve(undefined);
    gone.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const request = new Request('http://api.invalid/mcp', {
    method: 'POST',
    headers: Object.fromEntries(given),
  });
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: message }), left]);
  } finally {
    await server.close();
  }
}
