import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '../lib/api/api-error.ts';
import { onFailure } from '../lib/api/failures.ts';
import { useFailureWording } from '../locales/failure-wording.ts';
import { toastFailure } from '../ui/toasts.tsx';

const LoginExpired = lazy(() => import('../features/sessions/login-expired.tsx'));

/** The one place that answers failed calls: the expired-login dialog, the ban page, or a toast. */
export function FailureDesk() {
  const navigate = useNavigate();
  const wordingOf = useFailureWording();
  const [isExpired, setIsExpired] = useState(false);

  const handle = useEffectEvent((error: ApiError) => {
    if (error.errorName === 'notSignedIn') setIsExpired(true);
    else if (error.errorName === 'accountFrozen') void navigate('/ban-page');
    else toastFailure(`failure-${error.code}`, wordingOf(error));
  });
  useEffect(() => onFailure((error) => handle(error)), []);

  return <Suspense>{isExpired && <LoginExpired onClose={() => setIsExpired(false)} />}</Suspense>;
}
