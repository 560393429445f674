/** Ways to look at analytics that the account has saved, and the form that saves the page's own. Source: docs/reference/saved-views.md. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { savedViews } from '../../api/resources.ts';
import { useCanWrite } from '../../session/session.ts';
import { searchText, useAddress } from '../../ui/address.ts';
import type { PopupProps } from '../../ui/lazy-popup.tsx';
import { NamedList } from '../../ui/named-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SaveAsForm } from '../../ui/save-as-form.tsx';
import styles from './views-popover.module.css';

/** The most an account can have. */
const mostViews = 500;
const listed = savedViews.list({}, { per_page: mostViews, sort: 'name' });

export function ViewsPopover({ trigger, open, onOpenChange }: PopupProps) {
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const [search] = useAddress();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(listed);
  const askAgain = () => queryClient.invalidateQueries({ queryKey: [savedViews.key] });
  const save = async (name: string): Promise<void> => {
    const shown = new URLSearchParams(search);
    // Where a list was turned to.
    shown.delete('page');
    await savedViews.create({}, { name, query_string: searchText(shown) });
    await askAgain();
  };
  return (
    <Popover label="Saved views" open={open} onOpenChange={onOpenChange} trigger={trigger} align="start">
      {error === null ? null : <FailureNotice error={error} onRetry={() => void refetch()} />}
      <NamedList
        title="Saved views"
        what="View"
        items={data?.data ?? []}
        onPick={({ query_string }) => {
          onOpenChange(false);
          void navigate({ search: query_string });
        }}
        rename={(view_uuid, name) => savedViews.update({ view_uuid }, { name }).then(askAgain)}
        remove={(view_uuid) => savedViews.remove({ view_uuid }).then(askAgain)}
      />
      {canWrite ? (
        <SaveAsForm
          label="Save this view as"
          hint="Its days, filters and columns, on all of the account's domains."
          save={save}
          done="View saved"
          onSaved={() => onOpenChange(false)}
        />
      ) : data?.data.length === 0 ? (
        <p className={styles['empty']}>The account has no saved views.</p>
      ) : null}
    </Popover>
  );
}
