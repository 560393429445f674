/** Fields that belong together, under a name that screen readers say with each of them. */
import type { ComponentProps, ReactNode } from 'react';
import styles from './field-group.module.css';

export function FieldGroup({
  legend,
  children,
  ...rest
}: Pick<ComponentProps<'fieldset'>, 'disabled'> & {
  readonly legend: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset {...rest} className={styles['group']}>
      <legend className={styles['legend']}>{legend}</legend>
      {children}
    </fieldset>
  );
}
