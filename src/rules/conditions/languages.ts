/** The language that the client prefers. Source: docs/reference/rules.md ("Conditions"), RFC 4647 section 3.3.1. */
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, listCost, maxItems, textsSchema } from './condition.ts';

const languageTag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,7}$/;
const hyphen = 0x2d;

/** Language tags; `de` includes `de-AT`. */
export const languages: ConditionKind<readonly string[]> = {
  rank: 5,
  words: { label: 'Language', name: 'Language', unrecorded: 'languages' },
  schema: textsSchema('The language that the client prefers; `de` includes `de-AT`.', [['de']]),
  cell: 'list',
  read: (value, place) =>
    ruleJson.list(value, place, maxItems, 'language tags', (item, at) => {
      if (typeof item !== 'string' || !languageTag.test(item))
        throw ruleJson.refuseValue(at, item, 'language tags, such as de or de-AT');
      return item;
    }),
  compile(tags) {
    const wanted = tags.map((tag) => tag.toLowerCase());
    return (request) => includesLanguage(wanted, request.language);
  },
  cost: listCost,
  describe: (wanted, { listed, language }) => [listed(wanted.map(language))],
  sample([first = ''], request) {
    request.language = first.toLowerCase();
  },
};

function includesLanguage(wanted: readonly string[], language: string): boolean {
  for (const range of wanted) {
    if (!language.startsWith(range)) continue;
    if (language.length === range.length || language.charCodeAt(range.length) === hyphen) return true;
  }
  return false;
}
