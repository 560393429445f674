/** A domain's saved funnels, and a funnel whose steps the address keeps, such as one that is being made. */
import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Filter } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useScope } from '../../analytics/scope.ts';
import { useCanWrite } from '../../session/session.ts';
import { useAddress } from '../../ui/address.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { withoutFunnel } from './funnel-address.ts';
import { FunnelForm } from './funnel-form.tsx';
import { draftQuery } from './funnel-query.ts';
import { FunnelResult } from './funnel-result.tsx';
import { type Funnel, fewestSteps, readFunnel, wireStep, withFunnel } from './funnel-steps.ts';
import styles from './funnels.module.css';
import { savedFunnels } from './saved-funnels.ts';
import { SavedFunnelsCard } from './saved-funnels-card.tsx';

export function FunnelsPage() {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const [search, setSearch] = useAddress();
  const text = search.toString();
  const funnel = useMemo(() => readFunnel(new URLSearchParams(text)), [text]);
  return (
    <>
      <SavedFunnelsCard />
      <div className={styles['columns']}>
        <Card title="Steps">
          <FunnelForm
            domainUuid={uuid}
            scope={scope}
            funnel={funnel}
            action="Show funnel"
            onApply={(next) => setSearch((before) => withFunnel(before, next))}
          />
        </Card>
        {funnel.steps.length < fewestSteps ? (
          <Card>
            <EmptyState icon={<Filter size={20} />} title="No funnel yet">
              Add at least two steps in order to see how many visitors complete each one and where the rest
              leave.
            </EmptyState>
          </Card>
        ) : (
          <Draft funnel={funnel} />
        )}
      </div>
    </>
  );
}

function Draft({ funnel }: { readonly funnel: Funnel }) {
  const { uuid } = useDomain();
  const asked = useQuery(draftQuery(uuid, useScope('visitors'), funnel));
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <FunnelResult
        title="Funnel"
        within={funnel.scope}
        asked={asked}
        actions={
          canWrite ? (
            <Button size="s" icon={<BookmarkPlus size={15} aria-hidden />} onClick={() => setSaving(true)}>
              Save…
            </Button>
          ) : undefined
        }
        note={
          canWrite ? (
            <p className={styles['note']}>Saved funnels can be broken down, such as by source or country.</p>
          ) : undefined
        }
      />
      {isSaving ? (
        <FormDialog
          title="Save the funnel"
          onClose={() => setSaving(false)}
          initial={{ name: '' }}
          fields={({ name }) => [
            {
              name: 'name',
              kind: 'text',
              label: 'Name',
              placeholder: 'Checkout',
              problem: name.trim() === '' ? 'Enter a name.' : undefined,
            },
          ]}
          send={({ name }) =>
            savedFunnels.create({ uuid }, { name, scope: funnel.scope, steps: funnel.steps.map(wireStep) })
          }
          changes={[savedFunnels.key]}
          done="Funnel saved"
          action="Save"
          onSaved={(saved) =>
            void navigate({
              pathname: `/domains/${uuid}/funnels/${saved.uuid}`,
              search: withoutFunnel(search),
            })
          }
        />
      ) : null}
    </>
  );
}
