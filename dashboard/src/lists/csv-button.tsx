/** Downloads a CSV file of all the data, not only what is shown. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../csv/download.ts';
import type { CsvTable } from '../csv/write-csv.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';

export function CsvButton({
  what,
  fileName,
  makeTable,
  look = 'icon',
}: {
  /** What is in the file: `sources`; may be left out where the page says it. */
  readonly what?: string;
  readonly fileName: string;
  readonly makeTable: () => Promise<CsvTable> | CsvTable;
  readonly look?: 'icon' | 'button';
}) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { writeCsv } = await import('../csv/write-csv.ts');
      download(fileName, writeCsv(...(await makeTable())));
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  if (look === 'button') {
    return (
      <Button size="s" busy={isBusy} icon={<Download size={15} aria-hidden />} onClick={() => void save()}>
        Download CSV
      </Button>
    );
  }
  return (
    <IconButton
      size="s"
      label={what === undefined ? 'Download as CSV' : `Download ${what} as CSV`}
      disabled={isBusy}
      onClick={() => void save()}
    >
      <Download size={15} aria-hidden />
    </IconButton>
  );
}
