/** Saves all redirects of the account as a CSV file, the same that `nameplate redirect export` writes. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../csv/download.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';

export function ExportButton() {
  const accountUuid = useAccountUuid();
  const toast = useToast();
  const [fetched, setFetched] = useState<number>();
  const save = async (): Promise<void> => {
    setFetched(0);
    try {
      const { exportRedirects } = await import('./export-redirects.ts');
      const { text, count } = await exportRedirects(accountUuid, setFetched);
      download(`redirects-${new Date().toISOString().slice(0, 10)}.csv`, text);
      toast.done(`${formatInteger(count)} ${count === 1 ? 'redirect was' : 'redirects were'} exported.`);
    } catch (error) {
      toast.failed(error);
    } finally {
      setFetched(undefined);
    }
  };
  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      busy={fetched !== undefined}
      onClick={() => void save()}
    >
      {fetched === undefined || fetched === 0 ? 'Export' : `Export (${formatInteger(fetched)})`}
    </Button>
  );
}
