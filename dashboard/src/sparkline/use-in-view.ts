/** Tells when an element has come into sight, or nearly; from then on it counts as seen. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** What is this near will be in sight in a moment. */
const margin = '240px';

export function useInView<Element extends HTMLElement>(): {
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
  }, [isInView]);
  return { ref, isInView };
}
