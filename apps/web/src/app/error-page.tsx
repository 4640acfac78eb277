import { useEffect } from 'react';
import { FailedState } from '../ui/messages/empty-state.tsx';

/** Browsers do not retry code that failed to load, so the whole page is reloaded. */
function reload(): void {
  if (navigator.onLine) location.reload();
}

/** Shown for a page that crashed or whose code did not load. Loads again by itself when the browser is back online. */
export function ErrorPage() {
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return <FailedState onRetry={reload} />;
}
