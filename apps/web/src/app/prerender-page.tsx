import type { Language } from '@portside/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { createQueryClient } from '../lib/api/query.ts';
import { drawFor } from '../lib/browser/current-area.ts';
import { drawSignedIn } from '../lib/stored/stored-state.ts';
import { addressOf } from '../lib/site-location.tsx';
import { loadLanguage, startIn } from '../locales/language.ts';
import { Logo } from '../ui/layout/logo.tsx';
import { Providers } from './providers.tsx';
import { loadPage, Site } from './site.tsx';

/** Run by the build in Node (prerender-first-pages.ts); browsers never load it. */

await startIn('en');

/** Nothing answers here: a query that waited for its next try would only keep the build from ending. */
const client = createQueryClient();
client.setDefaultOptions({ queries: { retry: false } });

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
    // Its texts too. Without the guard: access is decided in the browser, from what is stored there.
    const page = await loadPage(addressOf(at));
    if (page.failure !== undefined) throw new Error(`${at} cannot be drawn`, { cause: page.failure });
    await loadLanguage(language);
    pages.push(
      renderToStaticMarkup(
        <Providers client={client}>
          <div data-prerendered={place} inert>
            <Router ssrPath={at}>
              <Site page={page} />
            </Router>
          </div>
        </Providers>,
      ),
    );
  }
  const start = renderToStaticMarkup(
    <Providers client={client}>
      <div data-start>
        <Logo size={44} />
      </div>
    </Providers>,
  );
  return start + pages.join('');
}
