import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** What the shop's settings say of every page. */
export type PageFacts = {
  /** What pages may connect to besides the shop itself. */
  readonly origins: readonly string[];
  /** The shop's name, as its operator set it. */
  readonly siteName: string;
};

export type PageFactsSource = { readonly clock: Clock; read(): Promise<PageFacts> };

/** The name that the build writes. */
export const BUILT_NAME = 'Portside';

const ASK_EVERY_MS = 5_000;
/** A page is still of use without them, and nothing is let through that nobody has set. */
const NOTHING_SET: PageFacts = { origins: [], siteName: BUILT_NAME };

/** Every page load needs the facts, so they are kept for a while. */
export function keepFacts(
  { clock, read }: PageFactsSource,
  log: Pick<Log, 'warn'>,
): () => Promise<PageFacts> {
  let asked: { readonly atMs: number; readonly answer: Promise<PageFacts> } | null = null;
  return () => {
    const nowMs = clock.now().getTime();
    if (asked === null || nowMs - asked.atMs >= ASK_EVERY_MS) {
      const answer = read().catch((error: unknown) => {
        log.warn({ error }, 'pages go out without what the settings say of them');
        return NOTHING_SET;
      });
      asked = { atMs: nowMs, answer };
    }
    return asked.answer;
  };
}
