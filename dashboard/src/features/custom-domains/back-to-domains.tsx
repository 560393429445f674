/** The link back to the list of domains. */
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
