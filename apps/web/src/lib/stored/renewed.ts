const KEY = 'portside.renewed';
/** A page that has just been loaded again and still lacks code shows the error instead. */
const PAUSE_MS = 60_000;

/** Whether this tab was loaded again by itself within the last minute; true where the browser does not store. */
export function hasJustRenewed(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS;
  } catch {
    return true;
  }
}

/** Notes that the tab is about to be loaded again; false where the browser does not store. */
export function markRenewed(): boolean {
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
