/** One rule of the list: what it does, when, and what can be done with it. */

import {
  ArrowDown,
  ArrowUp,
  ChevronsDown,
  ChevronsUp,
  Copy,
  EllipsisVertical,
  Pencil,
  QrCode,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { labelOf } from '../../../../src/rules/rule.ts';
import { formatShare } from '../../format/numbers.ts';
import { useCanWrite } from '../../session/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DragHandle } from './drag-handle.tsx';
import type { RuleCount } from './rule-counts.ts';
import styles from './rule-row.module.css';
import { actionSentence, conditionChips, counted } from './rule-words.ts';
import type { DraftRule } from './rules-draft.ts';

export type RowActions = {
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  readonly onSwitch: (isActive: boolean) => void;
  /** To a place in the whole list, from 0; `by` is the button that keeps the focus. */
  readonly onMove: (to: number, by: 'up' | 'down' | undefined) => void;
  /** Shows the QR code of the rule's address; undefined if it has none. */
  readonly onQr: (() => void) | undefined;
  /** With the places on the page before and after. */
  readonly onDrop: (from: number, to: number) => void;
};

export function RuleRow({
  draft: { id, rule },
  place,
  count,
  upstreamName,
  mark,
  clicks,
  problem,
  warnings,
  isMovable,
  actions,
}: {
  readonly draft: DraftRule;
  /** From 0. */
  readonly place: number;
  /** Of the whole list. */
  readonly count: number;
  readonly upstreamName: (uuid: string) => string | undefined;
  /** What the tester says of the rule. */
  readonly mark: 'answers' | 'passes' | undefined;
  /** Undefined: not known. */
  readonly clicks: RuleCount | undefined;
  /** Why the API refused the rule. */
  readonly problem: string | undefined;
  readonly warnings: readonly string[];
  readonly isMovable: boolean;
  readonly actions: RowActions;
}) {
  const canWrite = useCanWrite();
  const name = labelOf(rule, place);
  const sentence = actionSentence(rule.then, upstreamName);
  const chips = conditionChips(rule.if);
  const canMove = canWrite && isMovable;
  return (
    <li className={styles['row']} data-paused={!rule.active || undefined} data-mark={mark} id={`rule-${id}`}>
      <DragHandle isDisabled={!canMove} onDrop={actions.onDrop} />
      <span className={styles['place']}>
        <span className="visually-hidden">Rule </span>
        {place + 1}
      </span>
      <div className={styles['body']}>
        <p>
          <button type="button" className={styles['name']} onClick={actions.onEdit}>
            {rule.name ?? sentence}
          </button>
        </p>
        {rule.name === undefined ? null : <p className={styles['sentence']}>{sentence}</p>}
        <ul className={styles['chips']} aria-label="Conditions">
          {chips.length === 0 ? <li className={styles['chip']}>every request</li> : null}
          {chips.map(({ label, text, isCode }) => (
            <li key={label + text} className={styles['chip']} title={`${label}: ${text}`}>
              <span className="visually-hidden">{label}: </span>
              {isCode === true ? <code>{text}</code> : text}
            </li>
          ))}
        </ul>
        {clicks === undefined ? null : (
          <p className={styles['clicks']}>
            {clicks.requests === 0
              ? 'No requests'
              : `${counted(clicks.requests, 'request')}, ${formatShare(clicks.percentage)}`}
          </p>
        )}
        {problem === undefined ? null : (
          <p className={styles['problem']} role="alert">
            <TriangleAlert size={15} aria-hidden />
            <span>{problem}</span>
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning} className={styles['warning']}>
            <TriangleAlert size={15} aria-hidden />
            <span>{warning}</span>
          </p>
        ))}
      </div>
      <div className={styles['moves']}>
        <IconButton
          id={`rule-${id}-up`}
          label={`Move ${name} up`}
          size="s"
          // Not `disabled`, which would lose the focus at the ends of the list.
          aria-disabled={!canMove || place === 0}
          onClick={() => canMove && actions.onMove(place - 1, 'up')}
        >
          <ArrowUp size={16} aria-hidden />
        </IconButton>
        <IconButton
          id={`rule-${id}-down`}
          label={`Move ${name} down`}
          size="s"
          aria-disabled={!canMove || place === count - 1}
          onClick={() => canMove && actions.onMove(place + 1, 'down')}
        >
          <ArrowDown size={16} aria-hidden />
        </IconButton>
      </div>
      <span className={styles['switch']}>
        <Switch
          label={`Rule ${name}`}
          checked={rule.active}
          disabled={!canWrite}
          onChange={actions.onSwitch}
        />
        <span className={styles['word']} aria-hidden>
          {rule.active ? 'Active' : 'Paused'}
        </span>
      </span>
      <div className={styles['menu']}>
        <Menu
          trigger={
            <IconButton label={`Actions for ${name}`} size="s">
              <EllipsisVertical size={16} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil size={15} aria-hidden />} onSelect={actions.onEdit}>
            {canWrite ? 'Edit' : 'View'}
          </MenuItem>
          <MenuItem icon={<Copy size={15} aria-hidden />} disabled={!canWrite} onSelect={actions.onDuplicate}>
            Duplicate
          </MenuItem>
          {actions.onQr ? (
            <MenuItem icon={<QrCode size={15} aria-hidden />} onSelect={actions.onQr}>
              QR code
            </MenuItem>
          ) : null}
          <MenuItem
            icon={<ChevronsUp size={15} aria-hidden />}
            disabled={!canMove || place === 0}
            onSelect={() => actions.onMove(0, undefined)}
          >
            Move to the top
          </MenuItem>
          <MenuItem
            icon={<ChevronsDown size={15} aria-hidden />}
            disabled={!canMove || place === count - 1}
            onSelect={() => actions.onMove(count - 1, undefined)}
          >
            Move to the bottom
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 size={15} aria-hidden />}
            danger
            disabled={!canWrite}
            onSelect={actions.onDelete}
          >
            Delete
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}
