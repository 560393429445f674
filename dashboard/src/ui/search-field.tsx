/** Filters a list by text, once typing pauses. */
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import styles from './search-field.module.css';

const pauseMs = 250;

export function SearchField({
  label,
  value,
  onChange,
}: {
  /** The accessible name and placeholder. */
  readonly label: string;
  /** The text that the list is filtered by. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  useEffect(() => {
    // The address changed the filter, such as by the browser's back button.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <search className={styles['search']}>
      <Search size={16} aria-hidden className={styles['icon']} />
      <input
        ref={field}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            event.preventDefault();
            setTyped('');
          }
        }}
        className={styles['input']}
      />
      {typed === '' ? null : (
        <IconButton
          size="s"
          label="Clear the search"
          onClick={() => {
            setTyped('');
            field.current?.focus();
          }}
        >
          <X size={15} aria-hidden />
        </IconButton>
      )}
    </search>
  );
}
