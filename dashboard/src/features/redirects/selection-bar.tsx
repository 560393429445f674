/** Bulk actions on the selected redirects, one request at a time. */
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { changed } from '../../api/changed.ts';
import { type Redirect, redirects } from '../../api/resources.ts';
import { withRetry } from '../../api/with-retry.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectionFrame } from '../../ui/selection-frame.tsx';
import { useToast } from '../../ui/toast.tsx';

export function SelectionBar({
  chosen,
  onClear,
  onDelete,
}: {
  readonly chosen: readonly Redirect[];
  readonly onClear: () => void;
  readonly onDelete: () => void;
}) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState<'pause' | 'activate'>();
  const set = async (active: boolean): Promise<void> => {
    setBusy(active ? 'activate' : 'pause');
    const toChange = chosen.filter((redirect) => redirect.active !== active);
    let done = 0;
    try {
      for (const { uuid } of toChange) {
        await withRetry(() =>
          redirects.update({ account_uuid: accountUuid, redirect_uuid: uuid }, { active }),
        );
        done += 1;
      }
      onClear();
    } catch (error) {
      // Failed ones stay selected, so the user can retry.
      toast.failed(error);
    } finally {
      setBusy(undefined);
      await changed(queryClient, [redirects.key]);
    }
    if (done > 0 || toChange.length === 0) toast.done(outcome(done, active));
  };
  return (
    <SelectionFrame label="Selected redirects" count={chosen.length} onClear={onClear}>
      <Button
        size="s"
        icon={<Pause size={14} aria-hidden />}
        busy={busy === 'pause'}
        disabled={!canWrite || busy !== undefined}
        onClick={() => void set(false)}
      >
        Pause
      </Button>
      <Button
        size="s"
        icon={<Play size={14} aria-hidden />}
        busy={busy === 'activate'}
        disabled={!canWrite || busy !== undefined}
        onClick={() => void set(true)}
      >
        Activate
      </Button>
      <Button
        size="s"
        icon={<Trash2 size={14} aria-hidden />}
        disabled={!canWrite || busy !== undefined}
        onClick={onDelete}
      >
        Delete…
      </Button>
    </SelectionFrame>
  );
}

function outcome(done: number, active: boolean): string {
  if (done === 0)
    return active
      ? 'All selected redirects are already active.'
      : 'All selected redirects are already paused.';
  const them = done === 1 ? '1 redirect is' : `${formatInteger(done)} redirects are`;
  return active ? `${them} active again.` : `${them} paused.`;
}
