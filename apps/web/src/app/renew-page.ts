import { keepTyped, noteTyping, restoreTyped } from '../lib/browser/typed-fields.ts';

const KEY = 'portside.renewed';
/** A page that has just been loaded again and still lacks code shows the error instead. */
const PAUSE_MS = 60_000;

/**
 * Code that did not load is often gone: a new build has replaced it. Browsers never request it again in the same page,
 * so the page is loaded again by itself, once, and keeps what was typed.
 */
export function renewOnLostCode(): void {
  restoreTyped();
  noteTyping();
  addEventListener('vite:preloadError', () => void renew());
}

async function renew(): Promise<void> {
  if (hasJustRenewed() || !(await isShopReachable())) return;
  // A second part may have failed while the shop was asked.
  if (hasJustRenewed() || !keepTyped()) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}

function hasJustRenewed(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS;
  } catch {
    return true;
  }
}

/** Without the shop, a reload would only lose the page. */
const isShopReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
