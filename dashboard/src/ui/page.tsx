/** A page's frame: title, description, actions and tabs. */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
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
  /** The document's title, and the heading unless `heading` is given. */
  readonly title: string;
  readonly heading?: ReactNode;
  /** Shown above the heading, such as a link back. */
  readonly above?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}) {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · Nameplate`;
  }, [title]);
  return (
    <>
      <header className={styles['header']}>
        <div className={styles['titles']}>
          {above === undefined ? null : <div className={styles['above']}>{above}</div>}
          <div className={styles['head']}>
            <h1 className={styles['title']}>{heading ?? title}</h1>
            <a href={`/help/of${pathname}`} target="_blank" className={styles['help']} aria-label="Help">
              ?
            </a>
          </div>
          {description === undefined ? null : <div className={styles['description']}>{description}</div>}
        </div>
        {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
      </header>
      {tabs}
      <div className={styles['content']}>{children}</div>
    </>
  );
}
