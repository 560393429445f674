/** Whether a crawler is who it says it is. Source: docs/reference/bots.md ("Claimed and verified"). */
export const botVerdicts = ['verified', 'claimed', 'none'] as const;
/** `none` is for what is no crawler. */
export type BotVerified = (typeof botVerdicts)[number];
/** `pending`: whether it is verified is being looked up. Rules know it; a record has `claimed`. */
export type CrawlerVerdict = BotVerified | 'pending';
/** What a request's signature says of its crawler; `claimed`: nothing. */
export type SignatureVerdict = Exclude<CrawlerVerdict, 'none'>;
