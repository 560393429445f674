/** What kind of crawler a name stands for. Source: docs/reference/bots.md ("Classes"). */
import type { BotClass } from '../../core/bot-classes.ts';
import { botClassTable, otherRobotsTokens } from './bot-class-table.ts';

/** By name in lower case: crawlers that the catalogue does not know are called as they call themselves, in any case. */
export const classesByName: ReadonlyMap<string, BotClass> = new Map<string, BotClass>(
  (['ai', 'search', 'social', 'monitor'] as const).flatMap((botClass) =>
    botClassTable[botClass].map(([name]) => [name.toLowerCase(), botClass] as const),
  ),
);

/** '' is no crawler; otherwise the class of the crawler that `BotLookup.nameOf` gave this name; `other` for one that the table does not have. */
export function botClassOf(name: string): BotClass | '' {
  return name === '' ? '' : (classesByName.get(name.toLowerCase()) ?? 'other');
}

/** What AI crawlers are called in robots.txt. */
export const aiRobotsTokens: readonly string[] = [
  ...botClassTable.ai.map(([name]) => name),
  ...otherRobotsTokens.map(([token]) => token),
];
