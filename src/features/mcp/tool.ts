/** What a tool of the MCP server is. */
import type { Static, TObject } from '@sinclair/typebox';
import type { ToolApi } from './tool-api.ts';

export type ToolAnswer = Readonly<Record<string, unknown>>;

type Words = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What it may do, for clients that ask people first. By default it only reads. */
  readonly effects?: {
    readonly changes: boolean;
    readonly destroys: boolean;
  };
  /** Whether it asks servers beyond Nameplate. */
  readonly asksOthers?: boolean;
  readonly output: TObject;
};

export type Tool = Words & {
  readonly input: TObject;
  /** Takes arguments that were checked; answers what the API said, before it is made safe to show. */
  readonly run: (args: unknown, api: ToolApi) => Promise<ToolAnswer>;
};

/** Gives the arguments their types. */
export function defineTool<Input extends TObject>(
  input: Input,
  words: Words,
  run: (args: Static<Input>, api: ToolApi) => Promise<ToolAnswer>,
): Tool {
  return {
    ...words,
    input,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the schema before
    run: (args, api) => run(args as Static<Input>, api),
  };
}
