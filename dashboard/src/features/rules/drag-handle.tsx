/** Where a rule is gripped with a pointer. The keyboard has the buttons beside it. */
import { GripVertical } from 'lucide-react';
import { useRef } from 'react';
import styles from './rule-row.module.css';

const load = () => import('./drag-rule.ts');

export function DragHandle({
  isDisabled,
  onDrop,
}: {
  readonly isDisabled: boolean;
  /** With the places on the page before and after. */
  readonly onDrop: (from: number, to: number) => void;
}) {
  const isPressed = useRef(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only pointers drag
    <span
      className={styles['handle']}
      data-disabled={isDisabled || undefined}
      title={isDisabled ? undefined : 'Drag to another place'}
      aria-hidden
      onPointerEnter={() => {
        // A failure only means that nothing can be dragged.
        load().catch(() => {});
      }}
      onPointerDown={(event) => {
        const item = event.currentTarget.closest('li');
        if (isDisabled || event.button !== 0 || item === null) return;
        event.preventDefault();
        isPressed.current = true;
        const release = (): void => {
          isPressed.current = false;
        };
        for (const name of ['pointerup', 'pointercancel'])
          window.addEventListener(name, release, { once: true });
        const { pointerId, clientY } = event;
        load().then(
          ({ dragItem }) => {
            if (isPressed.current) dragItem(item, { pointerId, clientY }, onDrop);
          },
          () => {},
        );
      }}
    >
      <GripVertical size={16} />
    </span>
  );
}
