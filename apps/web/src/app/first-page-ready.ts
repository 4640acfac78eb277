import type { DataRouter } from 'react-router';

/** Until the first page is there, with its layouts and its texts: what its HTML shows stays so long. */
export const firstPageReady = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
