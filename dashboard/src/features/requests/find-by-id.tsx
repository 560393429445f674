/** The field for a request id: opens the page of that request. Source: docs/reference/request-list.md. */
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import styles from './requests.module.css';

export function FindById({ of = '' }: { readonly of?: string }) {
  const [id, setId] = useState(of);
  const navigate = useNavigate();
  return (
    <form
      className={styles['filters']}
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== '') void navigate(`/requests/${encodeURIComponent(id.trim())}`);
      }}
    >
      <input
        type="text"
        className={styles['byId']}
        aria-label="Request id"
        placeholder="Request id, from X-Request-Id or an error page"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      <Button type="submit" icon={<Search size={15} aria-hidden />}>
        Find request
      </Button>
    </form>
  );
}
