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

// A build gives each component its own sheet (mantine-sheets.ts).
if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');

// The router loads the first page's code while the catalogue is on its way.
const router = createRouter();
await Promise.all([startLanguage(), firstPageReady(router)]);

const root = createRoot(document.querySelector('#root')!);
// In slices: what the reader does meanwhile is not kept waiting.
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
