import { savesData } from '../lib/browser/saves-data.ts';

const WORKER = '/worker.js';

/**
 * Registers the service worker once the page has loaded and the browser has nothing else to do, and has it keep what
 * this page consists of. Not where the reader saves data: keeping may cost requests.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  try {
    await whenIdle();
    // The browser asks the shop for a newer one with every visit, never its own store.
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage([location.pathname, ...listBuiltFiles()]);
  } catch {
    // The shop works without it: storage is off, or this is a private window.
  }
}

async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((done) => addEventListener('load', done, { once: true }));
  // Safari has no idle callback.
  await new Promise<unknown>((done) => (globalThis.requestIdleCallback ?? setTimeout)(done));
}

/** Built files, and the brand's pictures. */
const KEPT = /^\/(assets|api\/brand\/images)\//;

/** Paths of the lasting files that this page has loaded. */
const listBuiltFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && KEPT.test(pathname))
    .map(({ pathname }) => pathname);
