/** Data that lookups use is old. Source: docs/reference/finding-kinds.md ("data_old"). */
import type { FindingKind } from '../kind.ts';

export const dataOld: FindingKind = {
  kind: 'data_old',
  severity: 'notice',
  opens: 'data of places, networks or crawlers is old; of the installation',
  summary: 'Lookup data for places, networks or crawlers is out of date.',
  causes: {
    data_not_updated: {
      when: 'It was not updated for months.',
      cause: ({ evidence: { warning } }) =>
        typeof warning === 'string' ? warning : 'The data was not updated for months.',
      fix: 'Update Nameplate, or set the addresses that newer data is downloaded from.',
    },
  },
};
