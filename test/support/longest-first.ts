/**
 * The order in which test files run: those that take longest first, so that no processor waits for one that was begun
 * last; after them those that share a process. Vitest knows how long files took only where they ran before, which a fresh checkout has not.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * By what CI printed. Left out are files that keep both processors busy for minutes, such as cli-backup: side by side they
 * starve each other.
 */
const longFirst = [
  'contract/reports/derived-reports',
  'conformance/processes',
  'conformance/analytics',
  'conformance/management',
  'conformance/hosts',
  'conformance/conformance-on-postgres',
  'contract/servers/same-answers',
  'integration/service-upgrade',
  'integration/service-upgrade-failures',
  'integration/service-supervisor',
  'integration/service-records',
  'integration/cli-import',
  'integration/service-events',
  'integration/service-acme',
  // The demo data that they need is made meanwhile.
  'e2e/dashboard-domains',
  'e2e/dashboard-reports',
];

/** A process that files share ends where the next file in line is another project's, so these files come last, by project. */
function groupOf({ project }: TestSpecification): string {
  return project.config.isolate ? '' : project.name;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = longFirst.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return rank < 0 ? longFirst.length : rank;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- no array
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) => groupOf(one).localeCompare(groupOf(other)) || rankOf(one) - rankOf(other),
    );
  }
}
