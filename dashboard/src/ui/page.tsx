/** The frame of a page: what it is called, where it stands, what can be done. */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import styles from './page.module.css';

export function Page({
  title,
  heading,
  above,
  description,
  actions,
  tabs,
  children,
}: {
  /** Of the browser's tab, and the heading unless `heading` is given. */
  readonly title: string;
  readonly heading?: ReactNode;
  /** What stands above the heading: the way back. */
  readonly above?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Nameplate`;
  }, [title]);
  return (
    <>
      <header className={styles['header']}>
        <div className={styles['titles']}>
          {above === undefined ? null : <div className={styles['above']}>{above}</div>}
          <h1 className={styles['title']}>{heading ?? title}</h1>
          {description === undefined ? null : <div className={styles['description']}>{description}</div>}
        </div>
        {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
      </header>
      {tabs}
      <div className={styles['content']}>{children}</div>
    </>
  );
}
