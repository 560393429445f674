/**
 * The order in which test files run: those that take longest first, so that no processor waits for one that was begun
 * last. Vitest knows how long files took only where they ran before, which a fresh checkout has not.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By how long they took in a whole run; the first one takes a quarter of it. */
const longFirst = [
  'conformance/conformance-on-sqlite',
  'integration/cli-backup',
  'conformance/conformance-on-postgres',
  'e2e/injection',
  'contract/reports/derived-reports',
  'integration/service-upgrade',
  'integration/service-supervisor',
  'e2e/tracker',
  'integration/service-upgrade-failures',
  'integration/service-lone-edge',
  'integration/service-crash',
  'integration/service-two-machines',
  'contract/analytics-store/crash',
  'integration/cli-programs',
  // The demo data that they need is made meanwhile.
  'e2e/dashboard-domains',
  'e2e/dashboard-filters',
  'e2e/dashboard-reports',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = longFirst.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return rank < 0 ? longFirst.length : rank;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- no array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
