/** Reports when an element first scrolls into view, or within `margin` of it. It stays in view from then on. */
import { type RefObject, useEffect, useRef, useState } from 'react';

export function useInView<Element extends HTMLElement>(
  margin = '240px',
): {
  readonly ref: RefObject<Element | null>;
  readonly isInView: boolean;
} {
  const ref = useRef<Element>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isInView || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setInView(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isInView, margin]);
  return { ref, isInView };
}
