import { createTheme, type CSSVariablesResolver } from '@mantine/core';
import { brass, kelp, marine, night, paper, rust, signal } from './palette.ts';

const SANS =
  '-apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", "Liberation Sans", Arial, sans-serif';
const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Roboto Mono", "Noto Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** The overlay between a dialog and the page. */
const VEIL = { color: '#06101a', backgroundOpacity: 0.6 };

export const theme = createTheme({
  colors: { marine, signal, green: kelp, yellow: brass, red: rust, gray: paper, dark: night },
  primaryColor: 'marine',
  primaryShade: { light: 7, dark: 6 },
  white: '#ffffff',
  black: '#12202e',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '9px', lg: '14px', xl: '22px' },
  shadows: {
    xs: '0 1px 2px rgb(11 39 64 / 6%)',
    sm: '0 1px 2px rgb(11 39 64 / 6%), 0 2px 8px rgb(11 39 64 / 4%)',
    md: '0 2px 4px rgb(11 39 64 / 5%), 0 8px 24px rgb(11 39 64 / 8%)',
    lg: '0 4px 8px rgb(11 39 64 / 5%), 0 18px 48px rgb(11 39 64 / 14%)',
  },
  headings: {
    fontWeight: '680',
    sizes: {
      h1: { fontSize: '1.875rem', lineHeight: '1.2' },
      h2: { fontSize: '1.3125rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  components: {
    // Named only: importing the components would add their code to every page.
    Modal: { defaultProps: { radius: 'lg', padding: 'lg', overlayProps: VEIL } },
    Drawer: { defaultProps: { padding: 'lg', overlayProps: VEIL } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
});

const OWN_COLOURS = ['marine', 'signal', 'green', 'yellow', 'red', 'gray'] as const;

/**
 * Mantine's light-variant text misses AA contrast on our backgrounds: darker in the light theme, lighter in the dark
 * theme.
 */
const quiet = (shade: number) =>
  Object.fromEntries(
    OWN_COLOURS.map((name) => [
      `--mantine-color-${name}-light-color`,
      `var(--mantine-color-${name}-${shade})`,
    ]),
  );

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': paper[0],
    '--mantine-color-dimmed': paper[6],
    '--mantine-color-placeholder': '#667486',
    '--mantine-color-error': rust[6],
    '--mantine-color-anchor': 'var(--mantine-color-marine-6)',
    '--mantine-color-default-border': paper[3],
    ...quiet(8),
  },
  dark: {
    '--mantine-color-body': night[8],
    '--mantine-color-text': night[0],
    '--mantine-color-dimmed': night[2],
    '--mantine-color-placeholder': '#8499ad',
    '--mantine-color-error': rust[3],
    '--mantine-color-anchor': 'var(--mantine-color-marine-3)',
    '--mantine-color-default': night[6],
    '--mantine-color-default-hover': night[5],
    '--mantine-color-default-border': night[4],
    ...quiet(2),
  },
});
