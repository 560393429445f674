/** A page with one list, and the button that adds to it. */
import type { ReactNode } from 'react';
import { useCanWrite } from '../session/session.ts';
import { Button } from './button.tsx';
import { ListCard, type ListPageProps } from './list-card.tsx';
import { Page } from './page.tsx';
import { ReadOnlyNotice, readOnlyReason } from './read-only-notice.tsx';

export function ListPage<Row>({
  title,
  description,
  add,
  what,
  above,
  children,
  ...card
}: ListPageProps<Row> & {
  readonly title: string;
  readonly description: ReactNode;
  /** Disabled for those who may only read. */
  readonly add?: { readonly label: string; readonly icon: ReactNode; readonly onClick: () => void };
  /** What those who may only read can't change: `tokens`. */
  readonly what?: string;
  /** Above the list, such as filters. */
  readonly above?: ReactNode;
  /** Below the list, dialogs included. */
  readonly children?: ReactNode;
}) {
  const canWrite = useCanWrite();
  const isEmpty = card.list.rows !== undefined && card.list.count === 0 && card.noMatch === undefined;
  const button =
    add === undefined ? undefined : (
      <Button
        variant="primary"
        icon={add.icon}
        disabled={!canWrite}
        title={canWrite ? undefined : readOnlyReason}
        onClick={add.onClick}
      >
        {add.label}
      </Button>
    );
  return (
    <Page title={title} description={description} actions={isEmpty ? undefined : button}>
      {what === undefined ? null : <ReadOnlyNotice what={what} />}
      {above}
      <ListCard {...card} empty={{ action: button, ...card.empty }} />
      {children}
    </Page>
  );
}
