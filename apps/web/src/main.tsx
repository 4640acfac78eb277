import './app/theme/mantine.css';
import './app/theme/theme.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { firstPageReady } from './app/first-page-ready.ts';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { startLanguage } from './locales/language.ts';
import { Toasts } from './ui/messages/toasts.tsx';

// In builds each component brings its own stylesheet (mantine-sheets.ts).
if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');

// The router loads the first page's code while its texts load.
const router = createRouter();
await Promise.all([startLanguage(), firstPageReady(router)]);

const root = createRoot(document.querySelector('#root')!);
// As a transition, so that rendering does not block input.
startTransition(() =>
  root.render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
        <Toasts />
      </Providers>
    </StrictMode>,
  ),
);
