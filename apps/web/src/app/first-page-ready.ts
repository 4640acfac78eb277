import type { DataRouter } from 'react-router';

/** Resolves when the first page is ready with its layouts and texts; the HTML's content is shown until then. */
export const firstPageReady = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
