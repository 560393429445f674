/** The button beside a verdict that opens the diagnosis of a host. Source: docs/reference/diagnosis.md. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

const DiagnosisDialog = lazy(async () => ({
  default: (await import('./diagnosis-dialog.tsx')).DiagnosisDialog,
}));

/** Nothing for wildcards, which are no host that could be asked. */
export function WhyButton({ host }: { readonly host: string }) {
  const [isOpen, setOpen] = useState(false);
  if (host.startsWith('*.')) return null;
  return (
    <>
      <Button size="s" aria-haspopup="dialog" aria-label={`Why? ${host}`} onClick={() => setOpen(true)}>
        Why?
      </Button>
      <Suspense>{isOpen ? <DiagnosisDialog host={host} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
