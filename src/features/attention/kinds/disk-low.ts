/** The disk of the data directory is almost full. Source: docs/reference/finding-kinds.md ("disk_low"). */
import type { FindingKind } from '../kind.ts';

export const diskLow: FindingKind = {
  kind: 'disk_low',
  severity: 'critical',
  opens: 'less than 1 GiB is free on the disk of the data directory; of the installation',
  summary: 'The disk of this installation is almost full.',
  causes: {
    disk_almost_full: {
      when: 'Less than 1 GiB is free.',
      cause: ({ evidence: { free_mebibytes: free, machine } }) =>
        `Only ${String(free)} MiB are free on the disk of ${String(machine)}, and writes fail when it is full.`,
      fix: 'Free some of it, or move the data directory to a larger disk.',
    },
  },
};
