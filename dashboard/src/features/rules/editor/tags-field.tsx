/** A list of short texts: typed one by one, or pasted with commas between them. */
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import styles from './tags-field.module.css';

const same = (text: string): string => text;

export function TagsField({
  label,
  items,
  onChange,
  nameOf = same,
  itemOf = same,
  ...rest
}: {
  readonly label: string;
  readonly items: readonly string[];
  readonly onChange: (items: readonly string[]) => void;
  /** What is shown for an item. */
  readonly nameOf?: (item: string) => string;
  /** The item for what was typed. */
  readonly itemOf?: (text: string) => string;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The id of a datalist. */
  readonly list?: string;
  readonly autoFocus?: boolean;
}) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = (typed: string): void => {
    const added = typed
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(itemOf);
    setText('');
    if (added.length > 0) onChange([...new Set([...items, ...added])]);
  };
  return (
    <div className={styles['field']}>
      <TextField
        {...rest}
        label={label}
        ref={field}
        autoCapitalize="none"
        value={text}
        onChange={(event) => {
          const { value } = event.target;
          if (value.includes(',')) add(value);
          else setText(value);
        }}
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim() !== '') {
            event.preventDefault();
            add(text);
          }
          if (event.key === 'Backspace' && text === '' && items.length > 0) onChange(items.slice(0, -1));
        }}
      />
      {items.length === 0 ? null : (
        <ul className={styles['tags']} aria-label={`${label}: chosen`}>
          {items.map((item) => (
            <li key={item} className={styles['tag']}>
              <span>{nameOf(item)}</span>
              <button
                type="button"
                className={styles['remove']}
                aria-label={`Remove ${nameOf(item)}`}
                onClick={() => {
                  onChange(items.filter((one) => one !== item));
                  field.current?.focus();
                }}
              >
                <X size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
