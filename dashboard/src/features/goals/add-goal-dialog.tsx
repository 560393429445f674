/** Adds a goal, which is a pageview or an event. */
import { goals } from '../../api/resources.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const kinds = [
  { value: 'page_path', label: 'Page is viewed' },
  { value: 'event_name', label: 'Event is sent' },
];

const initial = { kind: 'page_path', target: '', name: '' };

export function AddGoalDialog({
  domainUuid,
  onClose,
}: {
  readonly domainUuid: string;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog
      title="Add a goal"
      onClose={onClose}
      initial={initial}
      fields={({ kind }) => [
        { name: 'kind', kind: 'select', label: 'Completed when', options: kinds },
        {
          name: 'target',
          kind: 'text',
          label: kind === 'page_path' ? 'Path' : 'Event name',
          placeholder: kind === 'page_path' ? '/thanks' : 'Signup',
          hint: kind === 'page_path' ? '* stands for any characters: /blog/*' : undefined,
          autoCapitalize: 'off',
          parameters: ['page_path', 'event_name'],
        },
        {
          name: 'name',
          kind: 'text',
          label: 'Name',
          optional: true,
          hint: 'Shown in the list of goals.',
          parameters: ['display_name'],
        },
      ]}
      send={({ kind, target, name }) =>
        goals.create(
          { uuid: domainUuid },
          { [kind]: target, ...(name.trim() === '' ? {} : { display_name: name }) },
        )
      }
      changes={goalsChange}
      action="Add goal"
    />
  );
}

/** Answers of queries depend on goals. */
export const goalsChange: readonly string[] = [goals.key, 'reports'];
