/** A saved funnel: its steps, compared with the days before, and by the values of a dimension. It is edited and deleted here. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Filter, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useScope } from '../../analytics/scope.ts';
import { ApiError, isAbout, sentenceOf } from '../../api/api-error.ts';
import { csvName } from '../../lists/csv-name.ts';
import { useCanWrite } from '../../session/session.ts';
import { useAddress, withParameter } from '../../ui/address.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Pending } from '../../ui/pending.tsx';
import { useSave } from '../../ui/use-save.ts';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { useBreakdownDimensions } from './breakdown-dimensions.ts';
import { withoutFunnel } from './funnel-address.ts';
import { FunnelForm } from './funnel-form.tsx';
import { savedQuery } from './funnel-query.ts';
import { FunnelResult } from './funnel-result.tsx';
import { funnelOf, wireStep } from './funnel-steps.ts';
import styles from './funnels.module.css';
import { type SavedFunnel, savedFunnels } from './saved-funnels.ts';

export function SavedFunnelPage({ funnelUuid }: { readonly funnelUuid: string }) {
  const { uuid } = useDomain();
  const { search } = useLocation();
  const { data, error, refetch } = useQuery(savedFunnels.one({ uuid, funnel_uuid: funnelUuid }));
  const all = { pathname: `/domains/${uuid}/funnels`, search: withoutFunnel(search) };
  return (
    <>
      <Link to={all} className={styles['back']}>
        <ArrowLeft size={14} aria-hidden />
        All funnels
      </Link>
      {data !== undefined ? (
        <Shown key={data.uuid} saved={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <Card>
          <EmptyState
            icon={<Filter size={20} />}
            title="Funnel not found"
            action={<ButtonLink to={all}>Go to funnels</ButtonLink>}
          >
            It may have been deleted.
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <Pending error={error} onRetry={() => void refetch()} lines={6} label="Loading the funnel" />
        </Card>
      )}
    </>
  );
}

/** States: *shown* → *edited*, with a form beside it, and back; or *deleted*, when it is asked for once more. */
function Shown({ saved }: { readonly saved: SavedFunnel }) {
  const { uuid, host } = useDomain();
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const days = useScope('visitors');
  const [search, setSearch] = useAddress();
  const [state, setState] = useState<'shown' | 'edited' | 'deleted'>('shown');
  const dimensions = useBreakdownDimensions(uuid);
  const dimension = search.get('by') ?? '';
  const known = dimensions.find(({ value }) => value === dimension);
  const asked = useQuery(savedQuery(uuid, days, saved, dimension));
  const result = (
    <FunnelResult
      title={saved.name}
      within={saved.scope}
      asked={asked}
      actions={
        canWrite ? (
          <>
            <IconButton
              size="s"
              label="Edit the funnel"
              aria-expanded={state === 'edited'}
              onClick={() => setState(state === 'edited' ? 'shown' : 'edited')}
            >
              <Pencil size={15} aria-hidden />
            </IconButton>
            <IconButton size="s" label="Delete the funnel" onClick={() => setState('deleted')}>
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </>
        ) : undefined
      }
    />
  );
  return (
    <>
      {state === 'edited' ? (
        <div className={styles['columns']}>
          <Edit saved={saved} onClose={() => setState('shown')} />
          {result}
        </div>
      ) : (
        result
      )}
      <div className={styles['by']}>
        <SelectField
          label="Break down by"
          value={dimension}
          options={[
            { value: '', label: 'Nothing' },
            ...dimensions,
            ...(dimension === '' || known !== undefined ? [] : [{ value: dimension, label: dimension }]),
          ]}
          onChange={(next) => setSearch((before) => withParameter(before, 'by', next))}
        />
      </div>
      {dimension === '' || asked.error !== null ? null : (
        <BreakdownCard
          label={known?.label ?? dimension}
          answer={asked.data}
          isStale={asked.isPlaceholderData}
          fileName={csvName(host, `funnel-by-${known?.label ?? dimension}`, days.scope)}
        />
      )}
      {state === 'deleted' ? (
        <ConfirmDialog
          title={`Delete “${saved.name}”?`}
          action="Delete funnel"
          send={() => savedFunnels.remove({ uuid, funnel_uuid: saved.uuid })}
          changes={[savedFunnels.key]}
          deletes={[saved.uuid]}
          onSaved={() =>
            void navigate({ pathname: `/domains/${uuid}/funnels`, search: withoutFunnel(search.toString()) })
          }
          onClose={() => setState('shown')}
        >
          <p>Its steps are deleted. The pageviews and events that they count stay.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Edit({ saved, onClose }: { readonly saved: SavedFunnel; readonly onClose: () => void }) {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const [name, setName] = useState(saved.name);
  const { isBusy, failure, reset, run } = useSave<SavedFunnel>({
    changes: [savedFunnels.key],
    done: 'Funnel saved',
    onSaved: onClose,
  });
  return (
    <Card title="Edit the funnel">
      <FunnelForm
        domainUuid={uuid}
        scope={scope}
        funnel={funnelOf(saved)}
        action="Save"
        busy={isBusy}
        failure={isAbout(failure, 'name') ? undefined : failure}
        onApply={(next) =>
          void run(() =>
            savedFunnels.update(
              { uuid, funnel_uuid: saved.uuid },
              { name, scope: next.scope, steps: next.steps.map(wireStep) },
            ),
          )
        }
        onCancel={onClose}
      >
        <TextField
          label="Name"
          value={name}
          onChange={(event) => {
            reset();
            setName(event.target.value);
          }}
          error={isAbout(failure, 'name') ? sentenceOf(failure) : undefined}
        />
      </FunnelForm>
    </Card>
  );
}
