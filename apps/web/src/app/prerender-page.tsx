import type { Language } from '@portside/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { drawFor } from '../lib/browser/current-area.ts';
import { createMemoryHistory } from '../lib/router/history.ts';
import { createNavigation } from '../lib/router/navigation.ts';
import { SiteRouter } from '../lib/router/site-router.tsx';
import { loadLanguage, startIn } from '../locales/language.ts';
import { Logo } from '../ui/layout/logo.tsx';
import { Providers } from './providers.tsx';
import { siteMap } from './router.tsx';

/** Run by the build in Node (prerender-first-pages.ts); browsers never load it. */

// Without the guard: access is decided in the browser, from what is stored there.
const navigation = createNavigation({ routes: siteMap, history: createMemoryHistory(['/']) });
await startIn('en');

/**
 * The HTML shown until React takes over: the start screen and, where `path` is given, the page as a visitor sees it
 * before any data has loaded, on a phone or a wider screen. `start.js` chooses between them.
 */
export async function prerenderPage(
  path: string | null,
  language: Language,
  isPhone = false,
): Promise<string> {
  drawFor(isPhone ? '/mobile' : '/client');
  // Opening a page also loads its texts.
  if (path !== null) await open(path);
  await loadLanguage(language);
  return renderToStaticMarkup(
    <Providers>
      <div data-start>
        <Logo size={44} />
      </div>
      {path !== null && (
        <div data-prerendered inert>
          <SiteRouter navigation={navigation} />
        </div>
      )}
    </Providers>,
  );
}

async function open(path: string): Promise<void> {
  await navigation.navigate(path);
  const { failure } = navigation.state();
  if (failure) throw new Error(`${path} cannot be drawn`, { cause: failure.error });
}
