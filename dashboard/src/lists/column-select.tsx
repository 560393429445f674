/** Chooses the last column of ranked lists, in its head. */
import styles from './column-select.module.css';
import type { ChosenColumn } from './list-column.ts';

export function ColumnSelect({
  label,
  column,
  columns,
  choose,
}: ChosenColumn & {
  readonly label: string;
}) {
  return (
    <>
      {/* The head's name is that of the column, not of its switch. */}
      <span className="visually-hidden">{column.label}</span>
      <select
        aria-label={label}
        className={styles['select']}
        value={column.id}
        onChange={(event) => choose(event.target.value)}
      >
        {columns.map(({ id, label: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}
