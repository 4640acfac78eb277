import { useEffect } from 'react';
import { scrollToFault } from '../../lib/browser/scroll-to-fault.ts';

/** Forms are longer than the screen: on submit, the first invalid field is scrolled into view. */
export function useScrollToFault(): void {
  useEffect(() => {
    // The form validates first, and renders its errors before the next task.
    const look = ({ target }: Event) => void setTimeout(() => scrollToFault(target as Element));
    document.addEventListener('submit', look);
    return () => document.removeEventListener('submit', look);
  }, []);
}
