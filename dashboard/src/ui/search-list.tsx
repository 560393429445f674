/**
 * A field and below it a list that follows what is typed; Enter or a click picks from it.
 * Source: WAI-ARIA Authoring Practices, "Combobox Pattern" with a list box popup.
 */
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import styles from './search-list.module.css';

/** The keyboard on the screen would cover the list. */
const isTouched = matchMedia('(pointer: coarse)').matches;

export type SearchOption = {
  /** Unlike all others of the list. */
  readonly id: string;
  readonly content: ReactNode;
  /** Said beside it, such as `Current`. */
  readonly aside?: string | undefined;
  /** The heading it stands under. Those of a group follow each other. */
  readonly group?: string | undefined;
};

export function SearchList({
  label,
  listLabel,
  text,
  onText,
  options,
  isWaiting,
  onPick,
  notice,
  status,
}: {
  readonly label: string;
  readonly listLabel: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly options: readonly SearchOption[];
  /** The list is of an earlier text. Enter picks once that of this text is there. */
  readonly isWaiting: boolean;
  readonly onPick: (id: string) => void;
  /** Between the field and the list. */
  readonly notice?: ReactNode;
  /** Below the list, and read to people who don't see it. */
  readonly status: string;
}) {
  const id = useId();
  const [active, setActive] = useState(0);
  const at = Math.min(active, options.length - 1);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isWaiting) return;
    setWanted(false);
    const chosen = options[at];
    if (chosen !== undefined) onPick(chosen.id);
  }, [isWanted, isWaiting, options, at, onPick]);
  const press = (event: KeyboardEvent): void => {
    const { length } = options;
    if (event.key === 'Enter') setWanted(true);
    else if (event.key === 'ArrowDown') setActive(length === 0 ? 0 : (at + 1) % length);
    else if (event.key === 'ArrowUp') setActive(length === 0 ? 0 : (at + length - 1) % length);
    else return;
    event.preventDefault();
  };
  const optionOf = (option: SearchOption, index: number): ReactNode => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the keys
    <div
      key={option.id}
      id={`${id}${option.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === at}
      ref={(element) => {
        if (index === at) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={() => setActive(index)}
      onClick={() => onPick(option.id)}
    >
      <span>{option.content}</span>
      {option.aside === undefined ? null : <span className={styles['aside']}>{option.aside}</span>}
    </div>
  );
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div className={styles['search']}>
      <div className={styles['field']}>
        <Search size={16} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          placeholder={label}
          // What opened it moves the focus a frame later: what is typed until then would be lost.
          autoFocus={!isTouched}
          aria-expanded={options.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={options[at] === undefined ? undefined : `${id}${options[at].id}`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setActive(0);
            setWanted(false);
          }}
          onKeyDown={press}
        />
      </div>
      {notice}
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={listLabel}
        aria-busy={isWaiting || undefined}
        className={styles['list']}
      >
        {groups.map((group) => {
          const members = options.map((option, index) =>
            option.group === group ? optionOf(option, index) : null,
          );
          if (group === undefined) return members;
          return (
            <div key={group} role="group" aria-label={group}>
              <p className={styles['group']} aria-hidden>
                {group}
              </p>
              {members}
            </div>
          );
        })}
      </div>
      <p className={styles['count']} role="status">
        {status}
      </p>
    </div>
  );
}
