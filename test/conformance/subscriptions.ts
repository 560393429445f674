/** Subscriptions, as docs/reference/subscriptions.md promises them. */
import { expect } from 'vitest';
import { expectError, newAccount, type Row } from './row.ts';

export const subscriptionRows: readonly Row[] = [
  {
    source: 'docs/reference/subscriptions.md',
    statement: 'what is wrong with a subscription is said, and without a mail server there is none',
    codes: ['what_invalid', 'severities_invalid', 'language_invalid', 'email_not_set_up'],
    async check(service) {
      const { accountUuid, token } = await newAccount(service);
      const path = `/api/v1/accounts/${accountUuid}/subscriptions`;
      const create = (json: object) =>
        service.api(path, { token, json: { email: 'a@example.org', what: 'findings', ...json } });
      for (const [json, code] of [
        [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email_invalid'],
        [{ what: 'news' }, 'what_invalid'],
        [{ severities: ['fatal'] }, 'severities_invalid'],
        [{ what: 'report', frequency: 'instant' }, 'frequency_invalid'],
        [{ custom_domain_uuid: 'x' }, 'custom_domain_uuid_invalid'],
        [{ external_id: 'x'.repeat(256) }, 'external_id_invalid'],
        [{ time_zone: 'Mars/Olympus' }, 'time_zone_invalid'],
        [{ language: 'tlh' }, 'language_invalid'],
        [{}, 'email_not_set_up'],
      ] as const)
        expectError(await create(json), 400, code);
      expect((await service.api(path, { token })).body.data).toEqual([]);
      const unsubscribed = await service.api('/unsubscribe/nu_x', { method: 'POST', token: null });
      expect(unsubscribed.status).toBe(200);
    },
  },
];
