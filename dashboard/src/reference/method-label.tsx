/** An HTTP method, in the colour of what it does. */
import styles from './method-label.module.css';

export function MethodLabel({ method }: { readonly method: string }) {
  return <span className={[styles['method'], styles[method]].join(' ')}>{method.toUpperCase()}</span>;
}
