/** Adds an upstream, or changes one. What was typed outlives a closed dialog; it stays open when saving fails. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CheckField, FieldStack, TextField } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { isHealthComplete } from './health-check-values.ts';
import { areTargetsComplete } from './target-rows.ts';
import { UpstreamAdvanced } from './upstream-advanced.tsx';
import { type AdvancedValues, advancedBody, advancedFields, advancedOf } from './upstream-advanced-values.ts';
import {
  emptyUpstream,
  isUpstreamComplete,
  UpstreamFields,
  type UpstreamValues,
} from './upstream-fields.tsx';
import { createUpstream, type Upstream, updateUpstream } from './upstream-queries.ts';

type Values = UpstreamValues &
  AdvancedValues & {
    /** Empty: one is made, or the present one stays. */
    readonly authToken: string;
    readonly maintenance: boolean;
  };

export function UpstreamDialog({
  upstream,
  onClose,
}: {
  /** The one to change; undefined: a new one. */
  readonly upstream: Upstream | undefined;
  readonly onClose: () => void;
}) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { values, change, clear } = useDraft<Values>(`upstream:${upstream?.uuid ?? 'new'}`, {
    ...(upstream === undefined
      ? emptyUpstream
      : { host: upstream.host, port: String(upstream.port), tls: upstream.tls }),
    authToken: '',
    maintenance: upstream?.maintenance ?? false,
    ...advancedOf(upstream),
  });
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const { form, failed } = useProblemFocus();
  const edit = (changed: Partial<Values>): void => {
    // The API's error was about the previous values.
    setFailure(undefined);
    change(changed);
  };
  const tokenProblem =
    values.authToken === '' || /^[\x21-\x7e]{8,256}$/.test(values.authToken)
      ? undefined
      : 'A token is 8 to 256 letters, digits and symbols, without spaces.';

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (
      !isUpstreamComplete(values) ||
      !areTargetsComplete(values.targets, values) ||
      !isHealthComplete(values.healthCheck) ||
      tokenProblem !== undefined
    ) {
      failed();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    const body = {
      host: values.host.trim(),
      port: Number(values.port),
      tls: values.tls,
      maintenance: values.maintenance,
      ...(values.authToken === '' ? {} : { auth_token: values.authToken }),
      ...advancedBody(values),
    };
    try {
      const saved = await (upstream === undefined
        ? createUpstream(accountUuid, body)
        : updateUpstream(accountUuid, upstream.uuid, body));
      clear();
      queryClient.setQueryData(['upstreams', 'one', saved.uuid], saved);
      void queryClient.invalidateQueries({ queryKey: ['upstreams'] });
      toast.done(upstream === undefined ? `Upstream ${saved.host} added` : `Upstream ${saved.host} saved`);
      onClose();
    } catch (error) {
      setFailure(error);
      failed();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={upstream === undefined ? 'Add upstream' : `Edit ${upstream.host}`}
      description={
        upstream === undefined
          ? 'One of your servers. You add custom domains to it afterwards.'
          : 'Changes apply to all of its domains immediately.'
      }
    >
      <form ref={form} onSubmit={(event) => void save(event)} noValidate>
        <FieldStack>
          <UpstreamFields values={values} onChange={edit} failure={failure} showsEmpty={isTried} autoFocus />
          <TextField
            label={upstream === undefined ? 'Auth token' : 'New auth token'}
            optional
            value={values.authToken}
            maxLength={256}
            onChange={(event) => edit({ authToken: event.target.value.trim() })}
            error={tokenProblem ?? (isAbout(failure, 'auth_token') ? sentenceOf(failure) : undefined)}
            hint={
              upstream === undefined
                ? 'Leave empty to generate one.'
                : 'Leave empty to keep the current one. To change it without downtime, make your server accept both first.'
            }
          />
          {upstream === undefined ? null : (
            <CheckField
              label="Maintenance"
              hint="Visitors of all its domains get a 503 page instead of this server."
              checked={values.maintenance}
              onChange={(event) => edit({ maintenance: event.target.checked })}
            />
          )}
          <UpstreamAdvanced values={values} onChange={edit} failure={failure} />
          {failure === undefined ||
          isAbout(failure, 'host', 'port', 'auth_token', ...advancedFields) ? null : (
            <FailureNotice error={failure} />
          )}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isBusy}>
              {upstream === undefined ? 'Add upstream' : 'Save changes'}
            </Button>
          </DialogActions>
        </FieldStack>
      </form>
    </Dialog>
  );
}
