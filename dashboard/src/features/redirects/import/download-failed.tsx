/** Downloads the lines that weren't imported, each with its problem, to fix and import again. */
import { Download } from 'lucide-react';
import { formatCsvLine } from '../../../../../src/core/csv.ts';
import { failedLineColumns } from '../../../../../src/resources/redirect.ts';
import { download } from '../../../csv/download.ts';
import { Button } from '../../../ui/button.tsx';

const added: ReadonlySet<string> = new Set(failedLineColumns);

export function DownloadFailed({
  columns,
  lines,
}: {
  readonly columns: readonly string[];
  readonly lines: readonly {
    readonly line: number;
    readonly cells: readonly string[];
    readonly problem: string;
  }[];
}) {
  const save = (): void => {
    const kept = columns.filter((name) => !added.has(name));
    const head = formatCsvLine([...kept, ...failedLineColumns]);
    const rows = lines.map(({ line, cells, problem }) =>
      formatCsvLine([...kept.map((name) => cells[columns.indexOf(name)] ?? ''), String(line), problem]),
    );
    download('redirects-not-imported.csv', head + rows.join(''));
  };
  return (
    <Button size="s" icon={<Download size={14} aria-hidden />} onClick={save}>
      Download {lines.length === 1 ? 'it' : 'them'}
    </Button>
  );
}
