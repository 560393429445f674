/** Pauses or resumes a redirect with one click: shown immediately, reverted if the API rejects it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changed } from '../../api/changed.ts';
import { type Redirect, redirects } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './redirects-table.module.css';

export function ActiveSwitch({ redirect }: { readonly redirect: Redirect }) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const toast = useToast();
  const show = (active: boolean): void => {
    queryClient.setQueriesData<{ readonly data: readonly Redirect[] }>(
      { queryKey: ['redirects', 'list'] },
      (page) =>
        page && {
          ...page,
          data: page.data.map((one) => (one.uuid === redirect.uuid ? { ...one, active } : one)),
        },
    );
  };
  const { mutate } = useMutation({
    mutationKey: ['redirects', 'active'],
    mutationFn: (active: boolean) =>
      redirects.update({ account_uuid: accountUuid, redirect_uuid: redirect.uuid }, { active }),
    onMutate: async (active) => {
      await queryClient.cancelQueries({ queryKey: ['redirects'] });
      show(active);
    },
    onSuccess: ({ source_host: host, active }) =>
      toast.done(active ? `${host} is redirected again.` : `${host} is paused.`),
    onError: (error, active) => {
      show(!active);
      toast.failed(error);
    },
    onSettled: async () => {
      // While another switch is on its way, an answer from before it would turn it back.
      if (queryClient.isMutating({ mutationKey: ['redirects', 'active'] }) > 1) return;
      await changed(queryClient, [redirects.key]);
    },
  });
  return (
    <span className={styles['switch']}>
      <Switch
        label={`Redirect ${redirect.source_host}`}
        checked={redirect.active}
        disabled={!canWrite}
        onChange={(active) => mutate(active)}
      />
      <span className={styles['word']} aria-hidden>
        {redirect.active ? 'Active' : 'Paused'}
      </span>
    </span>
  );
}
