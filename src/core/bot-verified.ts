/** Whether a crawler is who it says it is. Source: docs/reference/bots.md ("Claimed and verified"). */
export const botVerdicts = ['verified', 'claimed', 'none'] as const;
/** `none` is for what is no crawler. */
export type BotVerified = (typeof botVerdicts)[number];
