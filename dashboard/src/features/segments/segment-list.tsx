/** The account's segments, to be applied, renamed or deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import type { Area, Filter } from '../../filters/filter.ts';
import { useCanWrite } from '../../session/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './segment-list.module.css';
import { deleteSegment, filtersOf, renameSegment, type Segment, segmentsQuery } from './segments.ts';

export function SegmentList({
  area,
  onPick,
}: {
  readonly area: Area;
  readonly onPick: (filters: readonly Filter[]) => void;
}) {
  const { data = [] } = useQuery(segmentsQuery);
  const shown = data.flatMap((segment) => {
    const filters = filtersOf(segment, area);
    return filters === undefined ? [] : [{ segment, filters }];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles['frame']}>
      <h2 className={styles['title']}>Segments</h2>
      <ul className={styles['list']}>
        {shown.map(({ segment, filters }) => (
          <Row key={segment.uuid} segment={segment} onPick={() => onPick(filters)} />
        ))}
      </ul>
    </section>
  );
}

/** States: *shown* → *renamed* or *deleted*, which show a form in place of the row, and back. */
function Row({ segment, onPick }: { readonly segment: Segment; readonly onPick: () => void }) {
  const { uuid, name } = segment;
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const [state, setState] = useState<'shown' | 'renamed' | 'deleted'>('shown');
  const [text, setText] = useState(name);
  const [failure, setFailure] = useState<unknown>(undefined);

  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await (state === 'renamed' ? renameSegment(uuid, text) : deleteSegment(uuid));
      await queryClient.invalidateQueries({ queryKey: segmentsQuery.queryKey });
      setState('shown');
    } catch (error) {
      setFailure(error);
    }
  };
  const ask = (next: typeof state): void => {
    setFailure(undefined);
    setText(name);
    setState(next);
  };
  if (state === 'shown') {
    return (
      <li className={styles['row']}>
        <button type="button" className={styles['name']} onClick={onPick}>
          <bdi>{name}</bdi>
        </button>
        {canWrite ? (
          <>
            <IconButton size="s" label={`Rename ${name}`} onClick={() => ask('renamed')}>
              <Pencil size={14} aria-hidden />
            </IconButton>
            <IconButton size="s" label={`Delete ${name}`} onClick={() => ask('deleted')}>
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </>
        ) : null}
      </li>
    );
  }
  return (
    <li>
      <form className={styles['question']} onSubmit={(event) => void change(event)} noValidate>
        {state === 'renamed' ? (
          <TextField
            label="Segment name"
            value={text}
            // The field takes the place of the button that had the focus.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={(event) => setText(event.target.value)}
            error={failure === undefined ? undefined : sentenceOf(failure)}
          />
        ) : (
          <p role="alert">{failure === undefined ? `Delete “${name}”?` : sentenceOf(failure)}</p>
        )}
        <div className={styles['actions']}>
          <Button type="submit" size="s" variant={state === 'renamed' ? 'primary' : 'danger'}>
            {state === 'renamed' ? 'Save' : 'Delete'}
          </Button>
          <Button size="s" variant="ghost" onClick={() => ask('shown')}>
            Cancel
          </Button>
        </div>
      </form>
    </li>
  );
}
