/** `nameplate mcp`. Source: docs/guides/assistants.md. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Command } from 'commander';
import { createMcpServer } from '../features/mcp/mcp-server.ts';
import { Refused, type SendToApi, ToolApi } from '../features/mcp/tool-api.ts';
import { version } from '../service/version.ts';
import { withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf } from './failures.ts';
import { note } from './output.ts';
import { ApiError } from './sending.ts';

const help = `Usage: nameplate mcp [--account UUID]

Serves an assistant that speaks the Model Context Protocol over standard input
and output. The assistant starts this command itself. It ends when its input
ends, and writes errors to standard error.

The assistant may do what the access token may, so give it one with scope read:
docs/guides/assistants.md has the settings of common clients.

Options:
  --account UUID  account to work on; may be left out when there is one
  -h, --help      print this help

Example:
  NAMEPLATE_URL=https://nameplate.example.com NAMEPLATE_TOKEN_FILE=token \\
    nameplate mcp
`;

export function mcpCommand(): Command {
  return defineCommand('mcp', help).option('--account <uuid>').action(serveAssistant);
}

async function serveAssistant({ account }: { account?: string }): Promise<void> {
  await withApi(async (api) => {
    let chosen: string | undefined;
    const calls = new Set<Promise<unknown>>();
    const server = createMcpServer({
      version,
      // Not before a tool is called: what is wrong until then may be over.
      async openApi() {
        chosen ??= await refusing(() => api.chooseAccount(account));
        const send: SendToApi = (request) => refusing(() => api.send(request));
        return new ToolApi(chosen, send, (path) => api.pageAddress(path));
      },
      onFailure: (error) => note(`nameplate: a tool failed: ${messageOf(error)}`),
      onCall(call) {
        calls.add(call);
        void call.then(() => calls.delete(call));
      },
    });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other
    server.onerror = (error) =>
      note(`nameplate: the input has no message of the protocol: ${messageOf(error)}`);
    await server.connect(new StdioServerTransport());
    await once(process.stdin, 'end');
    await Promise.all(calls);
    await setImmediate();
    await server.close();
  });
}

/** What went wrong is told to the assistant, whose person may set it right. */
async function refusing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError) throw new Refused(error.code, error.message);
    if (error instanceof CliError) throw new Refused('unavailable', error.message);
    throw error;
  }
}
