import { useEffect, useRef } from 'react';
import { useLiveStream, useStaleOnEvents } from '../lib/live/stream.ts';
import {
  savesData,
  useIsOnline,
  useKeptSince,
  isShopReachable,
  isLeavingPrevented,
} from '../lib/browser/network.ts';
import { ToastHost } from '../ui/messages/toast-host.tsx';
import './after-paint.css';
import { formatDateTime, formatTime } from '../lib/format/times.ts';
import { useLanguage, useTranslation } from '../locales/use-translation.ts';
import classes from './after-paint.module.css';
import { useHeldOffer, type Offer } from '../lib/browser/install-offer.ts';
import { keepTyped, noteTyping, restoreTyped } from '../lib/browser/typed-fields.ts';
import { useStored } from '../lib/stored/stored-state.ts';
import { hasJustRenewed, markRenewed } from '../lib/stored/safe-storage.ts';

/**
 * What every page has and no first paint shows: toasts, live updates, the note that there is no network, and what keeps
 * an open page going after a deploy. One piece of code, loaded with every page, so none of it can be missing later.
 */
export function AfterPaint() {
  useLiveStream();
  useStaleOnEvents();
  useEffect(() => {
    renewOnLostCode();
    keepInstallOffer();
    document.documentElement.toggleAttribute('data-saves-data', savesData());
    void registerWorker();
  }, []);
  return (
    <>
      <OfflineNote />
      <ToastHost />
    </>
  );
}

/** Its height in pixels: what stays at the top while the page scrolls stays below it. */
const HEIGHT = '--shop-note';

/**
 * A line above the page while the browser is offline, or while the shop cannot be reached: how old the catalogue is.
 * Everything is fetched again when the connection is back.
 */
function OfflineNote() {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOnline = useIsOnline();
  const since = useKeptSince();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const observer = new ResizeObserver(([entry]) =>
      page.setProperty(HEIGHT, `${entry!.target.getBoundingClientRect().height}px`),
    );
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      page.removeProperty(HEIGHT);
    };
  }, []);
  const isShown = !isOnline || since !== null;
  return (
    <div ref={place} className={classes.place} aria-live="polite">
      {isShown && (
        <p className={classes.note}>
          {since === null
            ? t('shell.offline')
            : t('shell.offlineSince', { time: formatSince(since, language) })}
        </p>
      )}
    </div>
  );
}

/** Today's time of day; else the date too. */
function formatSince(ms: number, language: string): string {
  const then = new Date(ms);
  const format = then.toDateString() === new Date().toDateString() ? formatTime : formatDateTime;
  return format(then.toISOString(), language);
}

const WORKER = '/worker.js';

/**
 * Registers the service worker once the page has loaded and the browser has nothing else to do, and has it keep what
 * this page consists of. Not where the reader saves data: keeping may cost requests.
 */
async function registerWorker(): Promise<void> {
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

/** Keeps the browser's offer for a button of ours, in place of its own bar. Call once. */
function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useHeldOffer.setState({ offer: event as Offer });
  });
  addEventListener('appinstalled', () => useHeldOffer.setState({ offer: null }));
}

/**
 * Code that did not load is often gone: a new build has replaced it. Browsers never request it again in the same page,
 * so the page is loaded again by itself, once, and keeps what was typed. Not while something runs that a reload would
 * end, nor where more was typed than can be kept: then the page says that a part of it did not load.
 */
export function renewOnLostCode(): void {
  const stopRestoring = restoreTyped();
  // What one person has typed is not filled in for the next one in this tab.
  useStored.subscribe(({ user }, { user: before }) => {
    if (user?.id !== before?.id) stopRestoring();
  });
  noteTyping();
  addEventListener('vite:preloadError', () => void renew());
}

async function renew(): Promise<void> {
  if (hasJustRenewed() || !(await isShopReachable())) return;
  // A second part may have failed while the shop was asked.
  if (hasJustRenewed() || isLeavingPrevented() || !keepTyped() || !markRenewed()) return;
  location.reload();
}
