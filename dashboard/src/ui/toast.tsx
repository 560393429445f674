/**
 * Short messages about what just happened. They disappear on their own, except failures. Written
 * here because a library's would add 10 kB to every page.
 */
import { X } from 'lucide-react';
import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import styles from './toast.module.css';

const shownMs = 5000;
const maxShown = 3;

type Message = { readonly id: number; readonly text: string; readonly isFailure: boolean };
type Toast = { readonly done: (text: string) => void; readonly failed: (error: unknown) => void };

const ToastContext = createContext<Toast>({ done: () => {}, failed: () => {} });

/** `done` reports a success, `failed` an error. */
export function useToast(): Toast {
  return use(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const lastId = useRef(0);
  const dismiss = (id: number): void => setMessages((shown) => shown.filter((message) => message.id !== id));
  const toast = useMemo<Toast>(() => {
    const show = (text: string, isFailure: boolean): void => {
      lastId.current += 1;
      const id = lastId.current;
      setMessages((shown) => [...shown, { id, text, isFailure }].slice(-maxShown));
      if (!isFailure) setTimeout(() => setMessages((shown) => shown.filter((m) => m.id !== id)), shownMs);
    };
    return { done: (text) => show(text, false), failed: (error) => show(sentenceOf(error), true) };
  }, []);
  return (
    <ToastContext value={toast}>
      {children}
      <div className={styles['viewport']} role="region" aria-label="Messages" aria-live="polite">
        {messages.map(({ id, text, isFailure }) => (
          <div
            key={id}
            className={styles['toast']}
            data-failed={isFailure || undefined}
            role={isFailure ? 'alert' : 'status'}
          >
            <p className={styles['text']}>{text}</p>
            <button
              type="button"
              className={styles['close']}
              aria-label="Dismiss"
              onClick={() => dismiss(id)}
            >
              <X size={16} aria-hidden />
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
