import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FailedState } from '../ui/messages/failed-state.tsx';

const AGAIN = 'again';

/**
 * A page that broke, or whose code could not be loaded. It opens by itself when there is a network again. Code that
 * a newer build has replaced is nowhere to be had, so the second try loads everything anew.
 */
export function ErrorPage() {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const open = () => {
    if (state === AGAIN && navigator.onLine) location.reload();
    else void navigate({ pathname, search, hash }, { replace: true, state: AGAIN });
  };
  const onOnline = useEffectEvent(open);
  useEffect(() => {
    const listen = () => onOnline();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);
  return <FailedState onRetry={open} />;
}
