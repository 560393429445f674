/** A redirect leads to what isn't there. Source: docs/reference/redirects.md ("Broken destinations"). */
import type { Cause, FindingKind } from '../kind.ts';

export const destinationBroken: FindingKind = {
  kind: 'destination_broken',
  severity: 'notice',
  opens:
    'a redirect’s destination answers 404, 410, 5xx or not at all, at two checks a day apart; off unless `NAMEPLATE_CHECK_DESTINATIONS` is set',
  summary: ({ subject, isMany }) =>
    isMany
      ? `${subject} redirect to pages that are broken.`
      : `${subject} redirects to a page that is broken.`,
  causes: {
    not_found: broken('The destination answers 404.', 'answers 404: there is no such page'),
    gone: broken('The destination answers 410.', 'answers 410: the page is gone'),
    server_error: broken('The destination answers with 5xx.', 'answers with an error of its server'),
    no_answer: broken('The destination gives no answer.', 'gives no answer'),
  },
};

function broken(when: string, what: string): Cause {
  return {
    when,
    cause: ({ evidence: { destination } }) =>
      `${typeof destination === 'string' ? destination : 'The destination'} ${what}.`,
    fix: 'Check the destination in a browser, and change destination_url to a page that is there.',
  };
}
