import { useEffect } from 'react';
import { scrollToFault } from '../../lib/browser/scroll-to-fault.ts';

/** Forms are longer than the screen: what one has against its values is brought in sight when it is to be sent. */
export function useScrollToFault(): void {
  useEffect(() => {
    // The form checks itself first, and shows what it has found before the next task.
    const look = ({ target }: Event) => void setTimeout(() => scrollToFault(target as Element));
    document.addEventListener('submit', look);
    return () => document.removeEventListener('submit', look);
  }, []);
}
