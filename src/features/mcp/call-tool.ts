/** Calls a tool, and makes its answer safe to show. Source: docs/guides/assistants.md. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { checkArguments } from './read-arguments.ts';
import { shown, shownText } from './shown.ts';
import type { Tool } from './tool.ts';
import { Refused, type ToolApi } from './tool-api.ts';

/** Long enough for what the API allows instead; it cuts what it quotes. */
const maxErrorLength = 2_000;

/** Answers a refusal as a result, which a model can learn from. */
export async function callTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  openApi: () => Promise<ToolApi>,
  onFailure: (error: unknown) => void,
): Promise<CallToolResult> {
  try {
    checkArguments(tool.input, args);
    const answer = shown(await tool.run(args, await openApi()));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tools answer objects
    const structuredContent = answer as Record<string, unknown>;
    return { content: [asText(structuredContent)], structuredContent };
  } catch (error) {
    if (!(error instanceof Refused)) onFailure(error);
    const { message, code } =
      error instanceof Refused ? error : new Refused('internal_error', 'Nameplate failed; its log says why');
    const refusal = { error: shownText(message, maxErrorLength), error_code: code };
    return { content: [asText(refusal)], isError: true };
  }
}

function asText(value: object): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(value) };
}
