/** The endpoint of NAMEPLATE_ASK_URL decides nothing. Source: docs/reference/finding-kinds.md ("ask_failing"). */
import type { FindingKind } from '../kind.ts';

export const askFailing: FindingKind = {
  kind: 'ask_failing',
  severity: 'warning',
  opens:
    'in 15 minutes at least 20 questions to `NAMEPLATE_ASK_URL` were not decided, or over 500 names waited; of the installation',
  summary: 'New names are not decided by the endpoint of this installation.',
  causes: {
    asks_undecided: {
      when: 'The endpoint answered neither 200 nor 4xx, not in time, or with what can’t be added.',
      cause: ({ evidence: { undecided, machine } }) =>
        `${String(undecided)} questions of ${String(machine)} in 15 minutes had no answer that decides.`,
      fix: 'Look at the endpoint of NAMEPLATE_ASK_URL and at this machine’s log, which has the problem with each answer.',
    },
    names_waiting: {
      when: 'More names come than are looked up and asked for.',
      cause: ({ evidence: { waiting, machine } }) =>
        `${String(waiting)} names waited at once on ${String(machine)}, which 10 a second are asked of.`,
      fix: 'If these are names of no customer, leave it, as floods are held back, or add many hosts with nameplate domain import.',
    },
  },
};
