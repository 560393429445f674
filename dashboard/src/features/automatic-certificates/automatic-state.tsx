/** The state of an automatic certificate in a word. */
import { Badge } from '../../ui/badge.tsx';

const states: Readonly<
  Record<string, { readonly tone: 'success' | 'danger' | 'warning' | 'neutral'; readonly words: string }>
> = {
  valid: { tone: 'success', words: 'Valid' },
  expired: { tone: 'danger', words: 'Expired' },
  failing: { tone: 'warning', words: 'Failing' },
  waiting: { tone: 'neutral', words: 'Waiting' },
  missing: { tone: 'neutral', words: 'None' },
};

export function AutomaticState({ state }: { readonly state: string }) {
  const { tone, words } = states[state] ?? { tone: 'neutral', words: state };
  return <Badge tone={tone}>{words}</Badge>;
}
