/** Adds a note to a domain's charts. */
import { MessageSquarePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }));

export function AddNote({ domainUuid }: { readonly domainUuid: string }) {
  const canWrite = useCanWrite();
  const [isAdding, setAdding] = useState(false);
  if (!canWrite) return null;
  return (
    <>
      <Button size="s" icon={<MessageSquarePlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        Add note
      </Button>
      {isAdding ? (
        <Suspense fallback={null}>
          <NoteDialog domainUuid={domainUuid} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
