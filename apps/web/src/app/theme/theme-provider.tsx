import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { useLayoutEffect, type ContextType, type ReactNode } from 'react';
import { useIsDark } from '../../lib/browser/colour-scheme.ts';
import { theme } from './theme.ts';

const page = (): HTMLElement => document.documentElement;
const ignore = (): void => undefined;

/** For Mantine's components alone; ours use `lib/browser/colour-scheme.ts`. */
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
 * of the build (`theme-variables.ts`), and the scheme is an attribute, as `start.js` sets it before the first paint.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
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
