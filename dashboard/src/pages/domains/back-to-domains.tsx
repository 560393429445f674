/** The way back from a page about one domain. */
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import styles from './add-domain.module.css';

export function BackToDomains() {
  return (
    <Link to="/domains" className={styles['back']}>
      <ArrowLeft size={14} aria-hidden />
      Domains
    </Link>
  );
}
