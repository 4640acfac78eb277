import { useEffect, useState } from 'react';

/** Whether the page is visible, and not in a background tab. */
export function useIsPageVisible(): boolean {
  const [isSeen, setIsSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setIsSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}
