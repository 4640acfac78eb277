import './app/theme/mantine.css';
import 'virtual:theme-variables.css';
import './app/theme/theme.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { createShop, Site } from './app/site.tsx';
import { createQueryClient } from './lib/api/query.ts';
import { keepTranslatedTextFresh } from './lib/browser/translated-text.ts';
import { SiteRouter } from './lib/site-location.tsx';
import { startLanguage } from './locales/language.ts';

// In builds each component brings its own stylesheet (stylesheets.ts).
if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');

/**
 * The first page's code loads while its texts load; the HTML's content is shown until then. Not awaited by this module:
 * it is in one chunk with code that the page imports, which would wait for each other.
 */
async function start(): Promise<void> {
  const site = createShop();
  await Promise.all([startLanguage(), site.open()]);

  keepTranslatedTextFresh(document);
  const client = createQueryClient();
  const root = createRoot(document.querySelector('#root')!);
  // As a transition, so that rendering does not block input.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers client={client}>
          <SiteRouter site={site}>{(page) => <Site page={page} />}</SiteRouter>
        </Providers>
      </StrictMode>,
    ),
  );
}

/**
 * Code that does not load may be gone because a newer build has replaced it. Then the page is loaded again, once per build,
 * unless something runs that asks before the page is left.
 */
async function reloadOnce(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-store' });
  // The address of this module names the build.
  const isNewer = answer.ok && !(await answer.text()).includes(new URL(import.meta.url).pathname);
  if (!isNewer || sessionStorage.getItem(RELOADED) === import.meta.url) return;
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return;
  sessionStorage.setItem(RELOADED, import.meta.url);
  location.reload();
}

const RELOADED = 'portside-reloaded';

// Without the shop or without storage the page stays, and says that a part of it did not load.
addEventListener('vite:preloadError', () => void reloadOnce().catch(() => undefined));
void start();
