/** Where keys of a crawler are published. Source: docs/reference/bots.md ("Signatures"). */
export type BotDirectory = {
  /** The crawler's name, in any case. */
  readonly crawler: string;
  /** As browsers write it, with https. */
  readonly origin: string;
};
