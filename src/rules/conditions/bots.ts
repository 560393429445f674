/** Bots, by class or name, or people. Source: docs/reference/rules.md ("Conditions"). */

import { botClasses } from '../../core/bot-classes.ts';
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, maxItems } from './condition.ts';

const maxBotName = 120;
/** Stands for any bot. */
export const sampleBot = 'Sample';

/** A list has classes of bots and names. */
export const bots: ConditionKind<'any' | 'none' | readonly string[]> = {
  rank: 6,
  words: { label: 'Bots', name: 'Bots' },
  schema: {
    description: '`any`, `none`, or classes (`ai`, `search`, `social`, `monitor`, `other`) and names.',
    examples: [['ai']],
    anyOf: [
      { type: 'string', enum: ['any', 'none'] },
      { type: 'array', items: { type: 'string' } },
    ],
  },
  cell: 'bots',

  read(value, place) {
    if (value === 'any' || value === 'none') return value;
    const allowed = `${botClasses.join(', ')}, and names of bots`;
    if (!Array.isArray(value)) throw ruleJson.refuseValue(place, value, `any, none, or a list of ${allowed}`);
    return ruleJson.list(value, place, maxItems, allowed, (item, at) => {
      const name = ruleJson.label(item, at, maxBotName);
      if (name === 'any' || name === 'none')
        throw ruleJson.refuseValue(at, name, `${allowed}; ${name} stands alone`);
      return name;
    });
  },

  compile(value) {
    if (value === 'any') return ({ botName }) => botName !== '';
    if (value === 'none') return ({ botName }) => botName === '';
    const wanted = new Set(value.map((bot) => bot.toLowerCase()));
    return (request) => {
      const { botName } = request;
      return botName !== '' && (wanted.has(request.botClass) || wanted.has(botName.toLowerCase()));
    };
  },
  cost: (value) => (typeof value === 'string' ? 0 : value.length / 2),
  describe(value, { listed, bot }) {
    if (value === 'any') return ['any bot'];
    return [value === 'none' ? 'no bots' : listed(value.map(bot))];
  },
  sample(value, request) {
    const [bot = value === 'any' ? sampleBot : ''] = typeof value === 'string' ? [] : value;
    request.botName = bot;
    request.botVerified = bot === '' ? 'none' : 'claimed';
    request.botClass = bot === '' ? '' : (botClasses.find((name) => name === bot) ?? 'other');
  },
};
