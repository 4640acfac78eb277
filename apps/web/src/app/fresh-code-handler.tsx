import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { withTexts } from '../locales/language.ts';
import { onFreshCodeRequested } from '../lib/api/fresh-code.ts';

const FreshCode = lazy(withTexts('service', () => import('../features/sessions/two-factor/fresh-code.tsx')));

/** Opens the two-factor dialog when a call is refused because it needs a fresh code. */
export function FreshCodeHandler() {
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<((isTaken: boolean) => void) | null>(null);

  useEffect(
    () =>
      onFreshCodeRequested(() => {
        setIsOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );

  function close(isTaken: boolean) {
    setIsOpen(false);
    answer.current?.(isTaken);
    answer.current = null;
  }

  return <Suspense>{isOpen && <FreshCode onDone={close} />}</Suspense>;
}
