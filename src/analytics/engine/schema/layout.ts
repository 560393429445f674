/** Where the tables are, on one server or across a cluster, and how names are written in SQL. */

export type Layout =
  | { readonly kind: 'single' }
  /** `cluster`: a name of the server's `remote_servers`; `database`: where the tables are, on every node. */
  | { readonly kind: 'cluster'; readonly cluster: string; readonly database: string };
export type ClusterLayout = Extract<Layout, { kind: 'cluster' }>;

/** Quotes a name (table, database, cluster) for SQL, whatever characters it contains. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** Writes a text as a SQL literal; for statements that take no parameters (DDL, clauses of settings). */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The name by which statements reach a table. */
export function tableName(table: string, layout: Layout): string {
  return layout.kind === 'single' ? table : `${quoteName(layout.database)}.${table}`;
}

/** The clause that makes every node of a cluster run a statement. */
export function onCluster(layout: Layout): string {
  return layout.kind === 'single' ? '' : ` ON CLUSTER ${quoteName(layout.cluster)}`;
}
