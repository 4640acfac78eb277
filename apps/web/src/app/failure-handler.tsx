import type { CallName } from '@portside/contract';
import { withTexts } from '../locales/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiError, onFailure } from '../lib/api/api-error.ts';
import { forgetUnsaved } from '../lib/browser/unsaved.ts';
import { useNavigate } from '../lib/site-location.tsx';
import { storedState, useStored } from '../lib/stored/stored-state.ts';
import { useFailureWording } from '../locales/wording.ts';
import { toastFailure } from '../ui/messages/toasts.tsx';
import { keepBlockedPass } from '../features/sessions/use-session.ts';

const LoginExpired = lazy(
  withTexts('service', async () => ({
    default: (await import('../features/sessions/interruptions.tsx')).LoginExpired,
  })),
);

/** Handles all failed calls: the expired-login dialog, the ban page, or a toast. */
export function FailureHandler() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const wordingOf = useFailureWording();
  const token = useStored((s) => s.token);
  // Stored with its token, so the dialog does not show after signing out.
  const [expiredToken, setExpiredToken] = useState<string | null>(null);
  const putOffAt = useRef(0);

  const handle = useEffectEvent((error: ApiError, askedAt: number, name?: CallName) => {
    if (error.errorName === 'notSignedIn') {
      // A page makes several calls at once: those that started before the reader chose to think again have had their
      // answer.
      if (askedAt > putOffAt.current) setExpiredToken(storedState().token);
    } else if (error.errorName === 'accountFrozen') {
      // A blocked user who goes back must see nothing cached: each page asks again and is refused.
      void client.invalidateQueries({ refetchType: 'none' });
      keepPass(error);
      // From there, documents are the way on: they stay open.
      if (OPEN_WHILE_BLOCKED.test(location.pathname)) return;
      forgetUnsaved();
      void navigate('/ban-page', { replace: true });
    } else {
      // Keyed by text: two calls that fail alike show one toast, different failures show both.
      const wording = wordingOf(error, name);
      toastFailure(wording, wording);
    }
  });
  useEffect(() => onFailure((error, askedAt, name) => handle(error, askedAt, name)), []);

  function putOff() {
    putOffAt.current = performance.now();
    setExpiredToken(null);
  }

  return <Suspense>{token !== null && token === expiredToken && <LoginExpired onClose={putOff} />}</Suspense>;
}

const OPEN_WHILE_BLOCKED = /^\/(ban-page|docs|report)(\/|$)/i;

/** The refusal of a blocked user's sign-in carries a pass. */
function keepPass({ cause }: ApiError): void {
  const { pass } = (cause ?? {}) as { readonly pass?: string };
  if (pass) keepBlockedPass(pass);
}
