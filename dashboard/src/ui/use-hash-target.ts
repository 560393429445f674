/** Brings what the address names after `#` into view, which a page that loads its code later must do itself. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';

export function useHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}
