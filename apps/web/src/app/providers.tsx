import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, type ContextType } from 'react';
import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { useIsDark } from '../lib/browser/screen.ts';
import { theme } from './theme/theme.ts';

/** The client is created outside: if React restarts the first render, it would create another and fetch twice. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>{children}</ThemeProvider>
    </QueryClientProvider>
  );
}

const page = (): HTMLElement => document.documentElement;

const ignore = (): void => undefined;

/** For Mantine's components alone; ours use `lib/browser/screen.ts`. */
const MANTINE: NonNullable<ContextType<typeof MantineContext>> = {
  colorScheme: 'auto',
  setColorScheme: ignore,
  clearColorScheme: ignore,
  getRootElement: page,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

/**
 * In place of Mantine's own provider, which writes its variables into the page at run time: here they are a stylesheet
 * of the build (`stylesheets.ts`), and the scheme is an attribute, as `start.js` sets it before the first paint.
 */
function ThemeProvider({ children }: { children: ReactNode }) {
  const isDark = useIsDark();
  useLayoutEffect(() => {
    page().dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
    page().dataset['respectReducedMotion'] = 'true';
  }, [isDark]);
  return (
    <MantineContext value={MANTINE}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
