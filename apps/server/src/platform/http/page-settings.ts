import { isConnectionLost } from '../db/connection-lost.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Settings of the shop that affect every page. */
export type PageSettings = {
  /** Origins that pages may connect to, besides the shop's own. */
  readonly origins: readonly string[];
  /** The shop's name, as its operator set it. */
  readonly siteName: string;
};

export type PageSettingsSource = { readonly clock: Clock; read(): Promise<PageSettings> };

/** The placeholder name in the built pages. */
export const BUILT_NAME = 'Portside';

const CACHE_MS = 5_000;
/** Used where the settings cannot be read: pages still work, and no further origin is allowed. */
const DEFAULTS: PageSettings = { origins: [], siteName: BUILT_NAME };

/** Reads the settings at most every five seconds, because every page load needs them. Never rejects. */
export function cachePageSettings(
  { clock, read }: PageSettingsSource,
  log: Pick<Log, 'warn'>,
): () => Promise<PageSettings> {
  let cached: { readonly atMs: number; readonly answer: Promise<PageSettings> } | null = null;
  return () => {
    const nowMs = clock.now().getTime();
    if (cached === null || nowMs - cached.atMs >= CACHE_MS) {
      const answer = read().catch((error: unknown) => {
        // An outage of the database is in the log once.
        if (!isConnectionLost(error))
          log.warn({ error }, 'the settings of pages could not be read; defaults are used');
        return DEFAULTS;
      });
      cached = { atMs: nowMs, answer };
    }
    return cached.answer;
  };
}
