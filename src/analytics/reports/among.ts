/** SQL conditions that choose rows of many domains. */

/**
 * About 2 MB of SQL, of the 16 that a statement may have (`max_query_size`). From 65,536 on, ClickHouse 26.7 goes through the whole list
 * for each row, which takes minutes.
 */
const domainsAtOnce = 50_000;

/** Rows of the domains: a condition for each statement, of up to 50,000. */
export function* amongEach(domains: readonly string[]): Generator<string> {
  for (let start = 0; start < domains.length; start += domainsAtOnce)
    yield among(domains.slice(start, start + domainsAtOnce));
}

/** One literal, however long: the engine accepts at most 50,000 elements in a statement. */
export function among(domains: readonly string[]): string {
  return `domain IN ([${domains.map((uuid) => `'${uuid}'`).join(',')}]::Array(UUID))`;
}
