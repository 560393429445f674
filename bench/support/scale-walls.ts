/** What ends the figures of scale.ts: the wall that a run met, and the next one, as domains, writes or requests grow. */

/** What ends each figure next. */
const nextWalls = {
  'start of an app': 'none: it reads nothing of the domains',
  'first start of an edge':
    'the replica is one writer: twice the domains, twice the time. A restart has the file',
  'memory of a worker':
    'routes are objects in one heap: 2.3 times as much while they are loaded, up to the limit of V8 (4 GB)',
  'memory of an application process': 'what is kept by domain, such as their states for metrics and findings',
  'a write live everywhere': 'writers take turns at the revision: one commit of PostgreSQL each',
  'CPU of an app, calm':
    'derivation: a core for the pageviews of a day (bench/derivation.ts), and findings of each domain with requests',
  'CPU of an edge, calm': 'requests; the comparison of all routes every five minutes grows with the domains',
  failover: 'how fast PostgreSQL promotes; then the 4 s after which silent connections count as dead',
  'CPU of the failover':
    'connections and positions only; a standby that lacks revisions makes workers load all routes',
  'API meanwhile': 'connections made at once after it, up to NAMEPLATE_DATABASE_CONNECTIONS',
  lists: 'those that look at each domain of the account: certificate_state, visitors, verdict',
  metrics: 'none: counts are kept; NAMEPLATE_METRICS_HOSTS adds lines',
  visitors: 'CPU of the workers',
} as const;

/** Which step a figure is of, where it isn't called so. */
const stepOf: Readonly<Record<string, string>> = {
  'start of an app': 'start of app',
  'first start of an edge': 'start of edge',
  'a write live everywhere': 'writes',
  'CPU of an app, calm': 'calm',
  'CPU of an edge, calm': 'calm',
  'CPU of the failover': 'failover',
  'API meanwhile': 'failover',
};

export type Figure = keyof typeof nextWalls;

/** A row for each figure; `walls` are what ended steps, each after the step's name. */
export function wallRows(measured: Readonly<Record<Figure, string>>, walls: readonly string[]): string[][] {
  return Object.entries(nextWalls).map(([figure, next]) => {
    const wall = walls.find((one) => one.startsWith(stepOf[figure] ?? figure));
    return [
      figure,
      new Map(Object.entries(measured)).get(figure) ?? '',
      wall?.replaceAll('\n', ' ') ?? 'none',
      next,
    ];
  });
}
