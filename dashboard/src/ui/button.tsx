/** Buttons, and links that look like them. */
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

type Look = {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 's' | 'm';
  readonly icon?: ReactNode;
};

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** A request it started is running: it shows a spinner and is disabled. */
    readonly busy?: boolean;
  };

export function Button({
  variant,
  size,
  icon,
  busy = false,
  disabled,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={look({ variant, size }, className)}
    >
      {busy ? <LoaderCircle size={16} aria-hidden className={styles['spin']} /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({ variant, size, icon, children, className, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={look({ variant, size }, className)}>
      {icon}
      {children}
    </Link>
  );
}

/** A button with only an icon. `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  children,
  className,
  size = 'm',
  ...rest
}: ComponentProps<'button'> & { readonly label: string; readonly size?: 's' | 'm' }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={[styles['icon'], size === 's' ? styles['iconSmall'] : '', className].join(' ')}
    >
      {children}
    </button>
  );
}

/** A button's classes, for other elements. */
export function buttonClass(
  variant: NonNullable<Look['variant']>,
  size: NonNullable<Look['size']> = 'm',
): string {
  return look({ variant, size }, undefined);
}

function look(
  {
    variant = 'secondary',
    size = 'm',
  }: { variant?: Look['variant'] | undefined; size?: Look['size'] | undefined },
  className: string | undefined,
): string {
  return [styles['button'], styles[variant], size === 's' ? styles['small'] : '', className ?? ''].join(' ');
}
