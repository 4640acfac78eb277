import { useEffect } from 'react';

/** Loads what renews the page when code is gone. After the first paint, and while this build is still served. */
export function useRenewal(): void {
  useEffect(() => {
    void import('./renew-page.ts').then(
      ({ renewOnLostCode }) => renewOnLostCode(),
      () => undefined,
    );
  }, []);
}
