import type { Language } from '@portside/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { speak, startIn } from '../locales/language.ts';
import { Logo } from '../ui/layout/logo.tsx';
import { Providers } from './providers.tsx';
import { siteMap } from './router.tsx';

/** The build runs this in Node (prerender-first-pages.ts); browsers never load it. */

// Who may open a page is decided in the browser, by what is stored there.
const router = createMemoryRouter(siteMap.map((route) => ({ ...route, middleware: [] })));
await startIn('en');

/**
 * What the HTML shows until React takes its place: the start screen and, where there is a path, the page as a visitor
 * sees it before anything has answered. `start.js` decides between them.
 */
export async function prerenderPage(path: string | null, language: Language): Promise<string> {
  // Opening a page loads texts of its own.
  if (path !== null) await open(path);
  await speak(language);
  return renderToStaticMarkup(
    <Providers>
      <div data-start>
        <Logo size={44} />
      </div>
      {path !== null && (
        <div data-prerendered inert>
          <RouterProvider router={router} />
        </div>
      )}
    </Providers>,
  );
}

async function open(path: string): Promise<void> {
  await router.navigate(path);
  const [error] = Object.values(router.state.errors ?? {});
  if (error !== undefined) throw new Error(`${path} cannot be drawn`, { cause: error });
}
