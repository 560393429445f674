/** Copies text and confirms it. */
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';

const shownMs = 2000;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { copy, icon, said } = useCopy(text);
  return (
    <>
      <IconButton size="s" label={label} onClick={copy}>
        {icon}
      </IconButton>
      {said}
    </>
  );
}

/** The same with words on the button. */
export function CopyTextButton({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const { copy, icon, said } = useCopy(text);
  return (
    <>
      <Button size="s" icon={icon} onClick={copy}>
        {children}
      </Button>
      {said}
    </>
  );
}

function useCopy(text: string): {
  readonly copy: () => void;
  readonly icon: ReactNode;
  /** The result, for screen readers. */
  readonly said: ReactNode;
} {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    copy: () => void copyText(text).then(setState),
    icon: state === 'copied' ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />,
    said: (
      <span role="status" className="visually-hidden">
        {state === 'copied' ? 'Copied' : state === 'failed' ? "Couldn't copy" : ''}
      </span>
    ),
  };
}

/** The clipboard API needs a secure context; selecting a field works over plain HTTP too. */
async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied ? 'copied' : 'failed';
  }
}
