/** What a subscription is. Source: docs/reference/subscriptions.md. */
import { ServiceError } from '../../core/errors.ts';
import { parseUuid } from '../../core/ids.ts';
import { allowedTimeZone, defaultTimeZone, parseTimeZone } from '../../core/time-zone.ts';
import type { Entity, NewValues, Reading, Values } from '../../resources/definition.ts';
import { defineResource, type Resource } from '../../resources/resource.ts';
import { readEmail } from '../../resources/user.ts';

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  email: {
    type: 'text',
    required: true,
    maxLength: 254,
    allowed: 'an email address of at most 254 characters',
    refused: 'is missing or not an email address',
    description: 'Where the e-mails go.',
    examples: ['ops@example.com'],
    read: (text: string): Reading<string> => (/\p{Cc}/u.test(text) ? { ok: false } : readEmail(text)),
    option: { value: 'ADDRESS', help: 'where the e-mails go' },
  },
  confirmed_at: {
    type: 'timestamp',
    readOnly: true,
    nullable: true,
    description: 'When the address confirmed that it wants them; null: not yet. Members’ addresses need not.',
  },
  what: {
    type: 'choice',
    choices: ['findings', 'report'],
    required: true,
    description: '`findings`: what is wrong, when it is found. `report`: the numbers of a period.',
    option: { value: 'WHAT', help: 'findings, or report' },
  },
  severities: {
    type: 'texts',
    choices: ['critical', 'warning', 'notice'],
    default: ['critical', 'warning'],
    refused: 'is not a list of `critical`, `warning` and `notice`',
    description: 'Of the findings that are told.',
    option: { value: 'SEVERITIES', help: 'of findings, separated by commas: critical, warning, notice' },
  },
  frequency: {
    type: 'choice',
    choices: ['instant', 'daily', 'weekly', 'monthly'],
    description:
      'How often. `instant` is for findings, and their default; that of reports is `weekly`. Others come at 8 in the morning, of Mondays or of the first of the month.',
    option: { value: 'FREQUENCY', help: 'instant, daily, weekly or monthly' },
  },
  custom_domain_uuid: {
    type: 'text',
    nullable: true,
    allowed: 'the uuid of a custom domain of the account, or null',
    refused: 'is not the uuid of a custom domain of the account, or is given beside `external_id`',
    description: 'Only this custom domain; null: all of the account.',
    read: (text: string): Reading<string> => {
      const uuid = parseUuid(text);
      return uuid === undefined ? { ok: false } : { ok: true, value: uuid };
    },
    option: { value: 'UUID', help: 'only this custom domain' },
  },
  external_id: {
    type: 'text',
    nullable: true,
    maxLength: 255,
    allowed: 'an `external_id` of custom domains, or null',
    refused: 'is longer than 255 characters',
    description: 'Only custom domains with this `external_id`.',
    read: (text: string): Reading<string> =>
      text.length <= 255 && text.isWellFormed() ? { ok: true, value: text } : { ok: false },
    option: { value: 'ID', help: 'only custom domains with this external id' },
  },
  time_zone: {
    type: 'text',
    default: defaultTimeZone as typeof defaultTimeZone,
    allowed: allowedTimeZone as typeof allowedTimeZone,
    refused: 'is not an IANA name of a time zone',
    description: 'Of the days of reports, and of the hour at which e-mails come.',
    examples: ['Europe/Berlin'],
    read: (text: string): Reading<string> => {
      const value = parseTimeZone(text);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
    option: { value: 'ZONE', help: 'time zone of days, such as Europe/Berlin' },
  },
  language: {
    type: 'choice',
    choices: ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja'],
    default: 'en',
    description: 'Of the e-mails.',
    option: { value: 'LANGUAGE', help: 'en, de, fr, es, pt, it, nl or ja' },
  },
} as const;

export type SubscriptionDefinitions = typeof definitions;
export type Subscription = Entity<SubscriptionDefinitions>;
export type SubscriptionValues = Values<SubscriptionDefinitions>;
export const subscriptionResource: Resource<SubscriptionDefinitions> = defineResource(
  'Subscription',
  definitions,
);

/** Adds what follows from what was given. Errors: `frequency_invalid`, `custom_domain_uuid_invalid`. */
export function completeSubscription(given: NewValues<SubscriptionDefinitions>): SubscriptionValues {
  const { what, customDomainUuid = null, externalId = null } = given;
  const frequency = given.frequency ?? (what === 'report' ? 'weekly' : 'instant');
  if (what === 'report' && frequency === 'instant')
    throw new ServiceError(
      { attribute: 'frequency' },
      'frequency "instant" is not for reports; allowed: daily, weekly, monthly',
    );
  if (customDomainUuid !== null && externalId !== null)
    throw new ServiceError(
      { attribute: 'custom_domain_uuid' },
      'custom_domain_uuid is given beside external_id; allowed: one of the two',
    );
  return { ...given, frequency, customDomainUuid, externalId };
}
