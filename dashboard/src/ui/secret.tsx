/** A secret, or an address that is one, with a button that copies it. */
import { CopyButton } from './copy-button.tsx';
import styles from './secret.module.css';

export function Secret({
  text,
  copied = text,
  label,
}: {
  readonly text: string;
  /** What is copied, if not the text. */
  readonly copied?: string;
  /** Of the button, such as `Copy the token`. */
  readonly label: string;
}) {
  return (
    <div className={styles['secret']}>
      <code>{text}</code>
      <CopyButton text={copied} label={label} />
    </div>
  );
}
