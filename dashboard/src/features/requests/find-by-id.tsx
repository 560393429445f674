/** Finds one request of the account by the id that its answer had. Source: docs/reference/request-list.md. */
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import type { ListedRequest } from './merge-requests.ts';
import styles from './requests.module.css';

export function FindById({ onFound }: { readonly onFound: (request: ListedRequest) => void }) {
  const accountUuid = useAccountUuid();
  const [id, setId] = useState('');
  const find = useMutation({
    mutationFn: (request_id: string) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/requests/{request_id}', {
          params: { path: { account_uuid: accountUuid, request_id } },
        }),
      ),
    onSuccess: onFound,
  });
  const isUnknown = find.error instanceof ApiError && find.error.status === 404;
  return (
    <>
      <form
        className={styles['filters']}
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') find.mutate(id.trim());
        }}
      >
        <input
          type="text"
          className={styles['byId']}
          aria-label="Request id"
          placeholder="Request id, from X-Request-Id or an error page"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
        <Button type="submit" icon={<Search size={15} aria-hidden />} busy={find.isPending}>
          Find request
        </Button>
      </form>
      {isUnknown ? <Notice tone="warning">No request with this id is recorded.</Notice> : null}
      {find.error && !isUnknown ? <FailureNotice error={find.error} /> : null}
    </>
  );
}
