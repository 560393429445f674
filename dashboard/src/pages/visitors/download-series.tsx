/** Every series of the page as one CSV file: a row a bucket, a column a number. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDateRange } from '../../analytics/range.ts';
import { fetchReport } from '../../analytics/report-query.ts';
import { download } from '../../csv/download.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { IconButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import { metrics } from './metrics.ts';

export function DownloadSeries({ domain }: { readonly domain: CustomDomain }) {
  const { range, frequency } = useDateRange();
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const answers = await Promise.all(
        metrics.map(({ series }) => fetchReport(domain.uuid, series, { ...range, frequency })),
      );
      const days = Object.keys(answers[0]?.data ?? {});
      download(
        `${domain.host}-visitors-${range.from}-${range.to}-by-${frequency}.csv`,
        writeCsv(
          ['date', ...metrics.map(({ id }) => id)],
          days.map((day) => rowOf(day, answers)),
        ),
      );
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton size="s" label="Download as CSV" disabled={isBusy} onClick={() => void save()}>
      <Download size={16} aria-hidden />
    </IconButton>
  );
}

function rowOf(
  day: string,
  answers: readonly { readonly data: Readonly<Record<string, number>> }[],
): (string | number)[] {
  return [day, ...answers.map(({ data }) => data[day] ?? 0)];
}
