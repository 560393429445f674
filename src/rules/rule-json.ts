/** How lists of rules are read: a refusal names the place in the list, the value there and what is allowed. */
import { JsonReader } from '../core/json-reader.ts';

/** Ends the reading of a list; never leaves `read-rules.ts`. */
export class RuleRefusal extends Error {}

/** Throws {@link RuleRefusal}: `rules[1].then.redirect.to is "…"; allowed: …`. */
export const ruleJson: JsonReader = new JsonReader((sentence) => new RuleRefusal(sentence), 'attribute');
