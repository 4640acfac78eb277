import { isShopReachable } from '../lib/browser/is-shop-reachable.ts';
import { isLeavingPrevented } from '../lib/browser/leaving.ts';
import { keepTyped, noteTyping, restoreTyped } from '../lib/browser/typed-fields.ts';
import { useStored } from '../lib/stored/stored-state.ts';
import { hasJustRenewed, markRenewed } from '../lib/stored/renewed.ts';

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
