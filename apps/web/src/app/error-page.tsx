import { useEffect, useEffectEvent } from 'react';
import { useEntry, useNavigate } from '../lib/site-location.tsx';
import { FailedState } from '../ui/messages/empty-state.tsx';

const AGAIN = 'again';

/**
 * Shown for a page that crashed or whose code did not load, unless that reloads the page (`main.tsx`). Retries by
 * itself when the browser is online again; the second retry reloads everything.
 */
export function ErrorPage() {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useEntry();
  const open = () => {
    if (state === AGAIN && navigator.onLine) location.reload();
    else void navigate(pathname + search + hash, { replace: true, state: AGAIN });
  };
  const onOnline = useEffectEvent(open);
  useEffect(() => {
    const listen = () => onOnline();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);
  return <FailedState onRetry={open} />;
}
