import { useSyncExternalStore } from 'react';

function follow(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Whether the browser is online; the server may still be unreachable. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );

type Connection = { readonly saveData?: boolean };

/** Whether the reader's browser or system is set to save data. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
