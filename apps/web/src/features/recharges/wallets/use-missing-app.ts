import { useEffect, useRef, useState } from 'react';

/** An app that opens hides the page within this time. */
const LEFT_WITHIN_MS = 2_500;

/**
 * Whether a wallet app's link led nowhere. Browsers do not report it, but a page that is still visible was not left.
 */
export function useMissingApp(): { isMissing: boolean; onOpen: () => void } {
  const [isMissing, setIsMissing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onOpen = () => {
    setIsMissing(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsMissing(document.visibilityState === 'visible'), LEFT_WITHIN_MS);
  };
  return { isMissing, onOpen };
}
