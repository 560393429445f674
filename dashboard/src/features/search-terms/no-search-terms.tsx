/** What stands in place of search terms: how to import some, or for which days there are some. */
import { Link } from 'react-router';
import { withRange } from '../../analytics/range.ts';
import { useToday } from '../../analytics/today.ts';
import { formatDayRange } from '../../format/dates.ts';
import { QuietEmpty } from '../../lists/quiet-empty.tsx';
import { searchText, useAddress } from '../../ui/address.ts';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import styles from './search-terms.module.css';
import type { SearchTermImport } from './search-terms-query.ts';

const mostOffered = 5;

export function NoSearchTerms({ imports }: { readonly imports: readonly SearchTermImport[] }) {
  const { host } = useDomain();
  const [search] = useAddress();
  const today = useToday();
  if (imports.length === 0)
    return (
      <QuietEmpty title="No search terms yet">
        Google shows what people searched for only in Search Console. There, under <i>Performance</i>, choose
        days, then <i>Export</i> and <i>Download CSV</i>. Import the file <code>Queries.csv</code> here, or
        with
        <code className={styles['command']}>
          nameplate search-console import Queries.csv --domain {host} --from … --to …
        </code>
      </QuietEmpty>
    );
  return (
    <QuietEmpty title="No search terms in this period">
      A file counts if all of its days are in the period. There are files for
      <span className={styles['ranges']}>
        {imports.slice(0, mostOffered).map(({ uuid, from, to }) => (
          <Link key={uuid} to={{ search: searchText(withRange(search, { from, to }, today)) }}>
            {formatDayRange(from, to)}
          </Link>
        ))}
      </span>
    </QuietEmpty>
  );
}
