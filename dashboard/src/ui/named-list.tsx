/** What the account keeps under names of its own, to be picked, renamed or deleted. */
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { useCanWrite } from '../session/session.ts';
import { Button, IconButton } from './button.tsx';
import { TextField } from './field.tsx';
import styles from './named-list.module.css';

export type Named = { readonly uuid: string; readonly name: string };

type Verbs<Item extends Named> = {
  /** What one is called: `Segment`. */
  readonly what: string;
  readonly onPick: (item: Item) => void;
  /** Resolves once the list has been asked for again. */
  readonly rename: (uuid: string, name: string) => Promise<unknown>;
  readonly remove: (uuid: string) => Promise<unknown>;
};

/** Nothing while there are none. */
export function NamedList<Item extends Named>({
  title,
  items,
  ...verbs
}: Verbs<Item> & { readonly title: string; readonly items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <section className={styles['frame']}>
      <h2 className={styles['title']}>{title}</h2>
      <ul className={styles['list']}>
        {items.map((item) => (
          <Row key={item.uuid} item={item} {...verbs} />
        ))}
      </ul>
    </section>
  );
}

/** States: *shown* → *renamed* or *deleted*, which show a form in place of the row, and back. */
function Row<Item extends Named>({
  item,
  what,
  onPick,
  rename,
  remove,
}: Verbs<Item> & { readonly item: Item }) {
  const { uuid, name } = item;
  const canWrite = useCanWrite();
  const [state, setState] = useState<'shown' | 'renamed' | 'deleted'>('shown');
  const [text, setText] = useState(name);
  const [failure, setFailure] = useState<unknown>(undefined);

  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await (state === 'renamed' ? rename(uuid, text) : remove(uuid));
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
        <button type="button" className={styles['name']} onClick={() => onPick(item)}>
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
            label={`${what} name`}
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
