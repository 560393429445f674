/** The browsers that the user is signed in with. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { formatRelative } from '../../../format/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { useToast } from '../../../ui/toast.tsx';

export function SessionsCard() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { data, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => bodyOf(api.GET('/api/v1/me/sessions', { signal })),
  });
  const end = async (ending: () => Promise<{ data?: { message: string } }>): Promise<void> => {
    try {
      toast.done((await ending()).data?.message ?? '');
    } catch (failure) {
      toast.failed(failure);
    }
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  };
  if (error) return <FailureNotice error={error} />;
  return (
    <Card
      id="sessions"
      flush
      title="Sessions"
      actions={
        <Button size="s" onClick={() => void end(() => api.DELETE('/api/v1/me/sessions'))}>
          End all others
        </Button>
      }
    >
      <Table label="Sessions">
        <thead>
          <tr>
            <HeadCell>Browser</HeadCell>
            <HeadCell>Network</HeadCell>
            <HeadCell>Last used</HeadCell>
            <ActionsHeadCell />
          </tr>
        </thead>
        <tbody>
          {(data ?? []).map((session) => (
            <tr key={session.uuid}>
              <Cell>
                {session.browser} on {session.operating_system}{' '}
                {session.current ? <Badge tone="accent">This session</Badge> : null}
              </Cell>
              <Cell label="Network">{session.network}</Cell>
              <Cell label="Last used">{formatRelative(session.last_used_at)}</Cell>
              <Cell>
                {session.current ? null : (
                  <Button
                    size="s"
                    aria-label={`End the session of ${session.browser}`}
                    onClick={() =>
                      void end(() =>
                        api.DELETE('/api/v1/me/sessions/{session_uuid}', {
                          params: { path: { session_uuid: session.uuid } },
                        }),
                      )
                    }
                  >
                    End
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
