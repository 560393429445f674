/** The metric that "nameplate doctor" reads, too; a file of its own, as the metrics' library takes long to load. */
export const acmePausedUntilMetric = 'nameplate_acme_paused_until_timestamp_seconds';
