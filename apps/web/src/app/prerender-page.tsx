import type { Language } from '@portside/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { createQueryClient } from '../lib/api/query.ts';
import { drawFor } from '../lib/browser/current-area.ts';
import { drawSignedIn } from '../lib/stored/stored-state.ts';
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
 * The HTML shown until React takes over: the start screen and the page as each of these readers sees it before any data
 * has loaded. `start.js` chooses between them.
 */
export async function prerenderPages(
  drawings: readonly { readonly at: string; readonly isPhone?: boolean; readonly isSignedIn?: boolean }[],
  language: Language,
): Promise<string> {
  const pages: string[] = [];
  for (const [place, { at, isPhone = false, isSignedIn = false }] of drawings.entries()) {
    drawFor(isPhone ? '/mobile' : '/client');
    drawSignedIn(isSignedIn && !isPhone);
    // Opening a page also loads its texts.
    await open(at);
    await loadLanguage(language);
    pages.push(
      renderToStaticMarkup(
        <Providers client={createQueryClient()}>
          <div data-prerendered={place} inert>
            <SiteRouter navigation={navigation} />
          </div>
        </Providers>,
      ),
    );
  }
  const start = renderToStaticMarkup(
    <Providers client={createQueryClient()}>
      <div data-start>
        <Logo size={44} />
      </div>
    </Providers>,
  );
  return start + pages.join('');
}

async function open(path: string): Promise<void> {
  await navigation.navigate(path);
  const { failure } = navigation.state();
  if (failure) throw new Error(`${path} cannot be drawn`, { cause: failure.error });
}
