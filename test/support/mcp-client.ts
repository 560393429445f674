/** The SDK's client, at the API or at a command. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export type Called = {
  readonly isError: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
};

export type Assistant = AsyncDisposable & {
  readonly client: Client;
  /** Answers what the tool did, which `content` must repeat. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Called>;
};

export function connectOverHttp(port: number, token: string): Promise<Assistant> {
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  return connectOver(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
}

export async function connectOver(transport: Transport): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  // The client checks answers against output schemas that it has seen.
  await client.listTools();
  return {
    client,
    async call(name, args = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const [block, ...others] = content as { type: string; text: string }[];
      const body: unknown = JSON.parse(block?.text ?? '');
      if (others.length > 0 || (!isError && JSON.stringify(structuredContent) !== block?.text))
        throw new Error('content is not what structuredContent has');
      return { isError: isError === true, body };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
