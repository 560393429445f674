/** Makes stores as earlier programs wrote them. */
import { sql } from 'kysely';
import type { AnalyticsLocation } from '../../src/analytics/engine/location.ts';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { runStatement } from './analytics-stores.ts';

const hostColumns = [
  ['redirects', 'source_host'],
  ['custom_domains', 'host'],
] as const;
const hidden = '~';

/**
 * Lets two accounts use one host, as programs did before hosts were claimed: what was written so far holds no claim, and is hidden
 * until {@link makeOlder}.
 */
export async function forgetClaims(location: ControlLocation): Promise<void> {
  await using database = await ControlDatabase.open(location);
  await database.queries.deleteFrom('host_claims').execute();
  for (const [table, column] of hostColumns)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${hidden} || ${sql.ref(column)}
      where substr(${sql.ref(column)}, 1, 1) <> ${hidden}`.execute(database.queries);
}

/** Those of version 48 and later, in an order in which they can be dropped. */
export const tablesSinceHostsSeen = [
  'domain_connect_keys',
  'plan_contents',
  'plans',
  'exports',
  'export_schedule_hosts',
  'export_schedule_days',
  'export_schedules',
  'export_destinations',
  'allowed_origins',
  'signing_keys',
  'search_terms',
  'search_term_imports',
  'saved_funnels',
  'resource_versions',
  'saved_views',
  'connect_reminders',
  'subscriptions',
  'annotations',
  'upstream_checks',
  'traffic_checks',
  'spool_positions',
  'host_states',
  'destination_checks',
  'finding_hosts',
  'findings',
];

/** Takes a control store back to the last schema version without claims. */
export async function makeOlder(location: ControlLocation): Promise<void> {
  await using database = await ControlDatabase.open(location);
  for (const [table, column] of hostColumns)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = substr(${sql.ref(column)}, 2)
      where substr(${sql.ref(column)}, 1, 1) = ${hidden}`.execute(database.queries);
  const laterTables = [
    ...tablesSinceHostsSeen,
    'password_resets',
    'account_limits',
    'upstream_client_keys',
    'webhook_event_deliveries',
    'webhook_events',
    'webhook_deliveries',
    'webhook_endpoints',
    'usage_months',
    'usage_records',
    'deleted_custom_domains',
    'connect_links',
    'account_brands',
    'idempotency_keys',
    'error_pages',
    'rule_upstreams',
    'host_rules',
    'audit_events',
    'passkeys',
    'user_identities',
    'recovery_codes',
    'totp_secrets',
    'invitations',
    'user_sessions',
    'memberships',
    'users',
    'segments',
    'goals',
    'released_hosts',
    'host_claims',
  ];
  for (const table of laterTables) await sql`drop table ${sql.table(table)}`.execute(database.queries);
  await sql`drop index custom_domains_never_ready`.execute(database.queries);
  await dropBackgroundIndexes(database);
  for (const index of ['external_id', 'ready', 'next_dns_check_at'])
    await sql`drop index ${sql.ref(`custom_domains_account_${index}`)}`.execute(database.queries);
  for (const column of [
    'time_zone',
    'referrer_paths',
    'ai_crawlers',
    'ai_crawlers_robots_txt',
    'maintenance',
    'error_page_digests',
    'external_id',
    'metadata',
    'challenges_delegated',
    'engagement',
    'web_vitals',
    'tls_min_version',
    'tls_client_ca_digest',
    'tls_client_ca',
    'ready',
    'ready_at',
    'dns_lost_at',
  ])
    await sql`alter table custom_domains drop column ${sql.ref(column)}`.execute(database.queries);
  for (const column of [
    'maintenance',
    'error_page_digests',
    'host_header',
    'tls_server_name',
    'geo_fields',
    'metadata_fields',
    'targets',
    'health_check',
    'tls_digest',
    'tls_ca',
    'tls_client_certificate',
    'compression',
  ])
    await sql`alter table upstreams drop column ${sql.ref(column)}`.execute(database.queries);
  for (const index of [
    'lease',
    'account_next_attempt_at',
    'account_next_rehearsal_at',
    'account_expires_at',
    'queued',
  ])
    await sql`drop index ${sql.ref(`automatic_certificates_${index}`)}`.execute(database.queries);
  await sql`alter table revision_log drop column mark`.execute(database.queries);
  for (const column of [
    'account_uuid',
    'next_rehearsal_at',
    'rehearsal',
    'last_error_code',
    'renew_at',
    'queued_at',
    'acme_account_id',
  ])
    await sql`alter table automatic_certificates drop column ${sql.ref(column)}`.execute(database.queries);
  await sql`alter table acme_accounts drop column orders_full_at`.execute(database.queries);
  await sql`alter table acme_challenges drop column dns_label`.execute(database.queries);
  await sql`alter table automatic_certificates drop column expiry_announced`.execute(database.queries);
  for (const table of ['acme_orders', 'automatic_certificates'])
    await sql`alter table ${sql.table(table)} drop column directory_url`.execute(database.queries);
  for (const column of ['custom_domain_uuids', 'external_ids', 'may_apply'])
    await sql`alter table access_tokens drop column ${sql.ref(column)}`.execute(database.queries);
  await sql`alter table redirects drop column note`.execute(database.queries);
  await sql`alter table schema_version drop column usable_from`.execute(database.queries);
  await sql`delete from schema_version where version >= 10`.execute(database.queries);
}

/** Of version 71, where columns that they are of aren't dropped with them. */
export async function dropBackgroundIndexes({ queries }: ControlDatabase): Promise<void> {
  for (const index of [
    'automatic_certificates_failing',
    'automatic_certificates_announced',
    'automatic_certificates_unrenewed',
    'custom_certificates_announced',
    'upstreams_client_certificates',
    'acme_orders_ordered_at',
  ])
    await sql`drop index ${sql.ref(index)}`.execute(queries);
}

/** Takes an analytics store back to schema version 5, with a table `pageviews` that is empty. */
export async function makeOlderAnalytics(location: AnalyticsLocation): Promise<void> {
  await runStatement(location, 'DROP TABLE events SYNC');
  await runStatement(location, pageviewsOfVersion5);
  await runStatement(
    location,
    'ALTER TABLE schema_migrations DELETE WHERE version >= 6 SETTINGS mutations_sync = 2',
  );
}

/** Takes an analytics store back to schema version 15, which has no referrers. */
export async function withoutReferrers(location: AnalyticsLocation): Promise<void> {
  for (const table of ['requests', 'events', 'visits'])
    await runStatement(location, `ALTER TABLE ${table} DROP COLUMN referrer SETTINGS mutations_sync = 2`);
  await runStatement(
    location,
    'ALTER TABLE schema_migrations DELETE WHERE version >= 16 SETTINGS mutations_sync = 2',
  );
}

/** Takes an analytics store back to schema version 16, which has no counts of the parts of days. */
export async function withoutDayParts(location: AnalyticsLocation): Promise<void> {
  await runStatement(location, 'ALTER TABLE events DROP PROJECTION by_day_part');
  await runStatement(
    location,
    'ALTER TABLE schema_migrations DELETE WHERE version >= 17 SETTINGS mutations_sync = 2',
  );
}

/** Takes an analytics store back to schema version 8, whose requests have fewer columns. */
export async function narrowRequests(location: AnalyticsLocation): Promise<void> {
  await runStatement(location, 'ALTER TABLE requests DROP INDEX redirect_index, DROP INDEX request_id_index');
  await runStatement(
    location,
    `ALTER TABLE requests DROP COLUMN request_id, ${addedSinceVersion13.map((name) => `DROP COLUMN ${name}`).join(', ')}, ${addedByVersion9.map((name) => `DROP COLUMN ${name}`).join(', ')} SETTINGS mutations_sync = 2`,
  );
  await runStatement(
    location,
    'ALTER TABLE schema_migrations DELETE WHERE version >= 9 SETTINGS mutations_sync = 2',
  );
}

const addedSinceVersion13 = [
  'upstream',
  'upstream_location',
  'cache',
  'cache_age',
  'bot_verified',
  'page_load',
  'referrer',
];
const addedByVersion9 = [
  'host',
  'protocol',
  'tls_version',
  'country',
  'source',
  'browser',
  'operating_system',
  'device',
  'bot_class',
  'redirect',
  'visitor',
  'rule',
  'target',
  'upstream_us',
  'failure',
];

const pageviewsOfVersion5 = `CREATE TABLE pageviews (
    domain UUID COMMENT 'custom domain whose page was seen',
    day Date MATERIALIZED toDate(time, 'UTC') COMMENT 'UTC',
    time DateTime64(3, 'UTC') COMMENT 'when the event arrived' CODEC(Delta, ZSTD),
    visitor UInt64 COMMENT 'hash of the visitor' CODEC(ZSTD),
    previous_visitor UInt64 COMMENT 'hash under the salt before, 0 for none' CODEC(ZSTD),
    path String COMMENT 'without query and fragment' CODEC(ZSTD),
    source LowCardinality(String) COMMENT 'display name, Direct for none',
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    browser LowCardinality(String) COMMENT 'display name',
    operating_system LowCardinality(String) COMMENT 'display name',
    screen LowCardinality(String) COMMENT 'class of the viewport width, empty for unknown',
    country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2, empty for unknown',
    region LowCardinality(String) COMMENT 'ISO 3166-2, empty for unknown',
    region_name LowCardinality(String) COMMENT 'English, empty for unknown',
    city LowCardinality(String) COMMENT 'English, empty for unknown',
    tie UInt32 MATERIALIZED toUInt32(cityHash64(
      path, source, utm_source, utm_medium, utm_campaign, utm_term, utm_content))
      COMMENT 'orders pageviews of one millisecond by what a visit takes from them' CODEC(NONE),
    batch UInt64 COMMENT 'first 64 bits of the hash of batch and month it came with' CODEC(ZSTD),
    arrival UInt64 COMMENT 'segment number and line: orders pageviews of one millisecond, before tie; 0 when not known' CODEC(Delta, ZSTD),
    PROJECTION by_day (SELECT domain, day, count(), sum(batch) GROUP BY domain, day),
    PROJECTION by_path (SELECT domain, path, day, count() GROUP BY domain, path, day))
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(day)
  PRIMARY KEY (domain, day, visitor)
  ORDER BY (domain, day, visitor, time, tie)
  SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000`;
