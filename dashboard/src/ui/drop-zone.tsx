/** A drop zone for files, with a button to choose them. */
import { Upload } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './drop-zone.module.css';

export function DropZone({
  label,
  hint,
  accept,
  multiple = false,
  disabled = false,
  autoFocus = false,
  onFiles,
}: {
  /** What the button says: `Choose files`. */
  readonly label: string;
  readonly hint?: ReactNode;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    // Only pointers can drop; the file input works for everyone.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles['zone']}
      data-over={isOver || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setOver(true);
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
      }}
      onDrop={(event) => {
        // Otherwise the browser would open the file instead of the page.
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
      }}
    >
      <span className={styles['icon']} aria-hidden>
        <Upload size={18} />
      </span>
      <p className={styles['text']}>
        <span className={styles['drop']}>Drop {multiple ? 'files' : 'a file'} here, or </span>
        <label htmlFor={id} className={styles['choose']}>
          {label}
          <input
            id={id}
            type="file"
            accept={accept}
            multiple={multiple}
            disabled={disabled}
            autoFocus={autoFocus}
            className="visually-hidden"
            aria-describedby={hint === undefined ? undefined : `${id}-hint`}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              // Lets the user choose the same file again after fixing it.
              event.target.value = '';
              if (files.length > 0) onFiles(files);
            }}
          />
        </label>
      </p>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
