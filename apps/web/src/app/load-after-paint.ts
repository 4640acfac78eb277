import { isShopReachable, isLeavingPrevented } from '../lib/browser/network.ts';
import { hasJustRenewed, markRenewed } from '../lib/stored/safe-storage.ts';
import type * as Module from './after-paint.tsx';

type AfterPaint = typeof Module;
type Load = (failures: number) => Promise<AfterPaint>;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** By then it is not a moment without a network. */
const FAILURES_BEFORE_RELOAD = 3;

/** What often ends whatever kept the code from loading. */
const OCCASIONS = ['online', 'focusout', 'visibilitychange', 'pageshow'] as const;

/**
 * Loads what comes after the first paint, until it is there: again after a pause, and whenever there is an occasion. If
 * the shop answers and the code does not load all the same, the page is loaded again, once a minute at most, and only
 * where nothing has been typed that would be lost. Ends when the returned function is called.
 */
export function loadAfterPaint(onLoaded: (part: AfterPaint) => void, load: Load = importPart): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isEnded = false;
  let typedAt: string | null = null;

  const noteTyping = (): void => void (typedAt = location.pathname);
  const retry = (): void => void attempt();
  const mayReload = (): boolean =>
    !isBusy && !isEnded && typedAt !== location.pathname && !hasJustRenewed() && !isLeavingPrevented();
  const end = (): void => {
    isEnded = true;
    clearTimeout(timer);
    removeEventListener('input', noteTyping, true);
    for (const name of OCCASIONS) removeEventListener(name, retry, true);
  };
  async function attempt(): Promise<void> {
    if (isBusy || isEnded) return;
    isBusy = true;
    clearTimeout(timer);
    const part = await load(failures).catch(() => null);
    if (isEnded) return;
    if (part === null) return await waitAndRetry();
    end();
    onLoaded(part);
  }
  async function waitAndRetry(): Promise<void> {
    failures += 1;
    timer = setTimeout(retry, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS));
    isBusy = false;
    if (failures < FAILURES_BEFORE_RELOAD || !mayReload() || !(await isShopReachable())) return;
    // Much may have happened while the shop was asked.
    if (mayReload() && markRenewed()) location.reload();
  }
  addEventListener('input', noteTyping, true);
  for (const name of OCCASIONS) addEventListener(name, retry, true);
  void attempt();
  return end;
}

/**
 * Browsers do not request code again that failed, unless its address is another one. The page's HTML names the file;
 * what it imports is part of every page and there already.
 */
async function importPart(failures: number): Promise<AfterPaint> {
  const file = document.querySelector<HTMLMetaElement>('meta[name=after-paint]')?.content;
  if (failures === 0 || file === undefined) return await import('./after-paint.tsx');
  return (await import(/* @vite-ignore */ `${file}?again=${failures}`)) as AfterPaint;
}
