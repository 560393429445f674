/** Opens the versions of what a page shows. */
import { History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Versioned } from './versions-queries.ts';

const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog.tsx')).VersionsDialog,
}));

export function VersionsButton({ of, name }: { readonly of: Versioned; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<History size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Versions
      </Button>
      <Suspense>
        {isOpen ? <VersionsDialog of={of} name={name} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
