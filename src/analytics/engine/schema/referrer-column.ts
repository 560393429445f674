/** Which host or page led to a request, an event or a visit. Source: docs/reference/enrichment.md ("Referrers"). */

/** Stores of before migration 16 lack it; their rows have the name of their source. */
export const referrerColumn: string =
  "referrer LowCardinality(String) DEFAULT source COMMENT 'host, or host and path where the domain records paths; Direct for none'";
