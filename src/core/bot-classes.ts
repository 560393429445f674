/** The classes of bots. Source: docs/reference/bots.md ("Classes"). */
export const botClasses = ['ai', 'search', 'social', 'monitor', 'other'] as const;
export type BotClass = (typeof botClasses)[number];
