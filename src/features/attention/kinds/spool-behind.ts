/** Records wait for the analytics store. Source: docs/reference/finding-kinds.md ("spool_behind"). */
import type { FindingKind } from '../kind.ts';

export const spoolBehind: FindingKind = {
  kind: 'spool_behind',
  severity: 'warning',
  opens: 'the oldest record that the analytics store has yet to get is 10 minutes old; of the installation',
  summary: 'Reports are behind: records wait for the analytics store.',
  causes: {
    records_wait: {
      when: 'The analytics store is away, or takes records too slowly.',
      cause: ({ evidence: { minutes } }) =>
        `The oldest record has waited for ${typeof minutes === 'number' ? minutes : 'over 10'} minutes, and nothing is lost yet.`,
      fix: 'Run nameplate doctor on the machine, and check that the analytics store runs and has room.',
    },
  },
};
