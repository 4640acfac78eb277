import {
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type ConvertCSSVariablesInput,
} from '@mantine/core';
import { night, paper, rust, theme } from './theme.ts';

/** Run by the build (stylesheets.ts); browsers get its result as a stylesheet. */

// Latin families first: the apostrophe of a Chinese one is as wide as an ideograph.
const SANS =
  '-apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", "Liberation Sans", Arial, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';
const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Roboto Mono", "Noto Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';

const look = createTheme({
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
    fontFamily: SANS,
    fontWeight: '680',
    sizes: {
      h1: { fontSize: '1.875rem', lineHeight: '1.2' },
      h2: { fontSize: '1.3125rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
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

const LIGHT = {
  '--mantine-color-body': paper[0],
  '--mantine-color-dimmed': paper[6],
  '--mantine-color-placeholder': '#667486',
  '--mantine-color-error': rust[6],
  '--mantine-color-success': 'var(--mantine-color-green-7)',
  '--mantine-color-anchor': 'var(--mantine-color-marine-6)',
  '--mantine-color-default-border': paper[3],
  ...quiet(8),
};

const DARK = {
  '--mantine-color-body': night[8],
  '--mantine-color-text': night[0],
  '--mantine-color-dimmed': night[2],
  '--mantine-color-placeholder': '#8499ad',
  '--mantine-color-error': rust[3],
  '--mantine-color-success': 'var(--mantine-color-green-4)',
  '--mantine-color-anchor': 'var(--mantine-color-marine-3)',
  '--mantine-color-default': night[6],
  '--mantine-color-default-hover': night[5],
  '--mantine-color-default-border': night[4],
  ...quiet(2),
};

/** The stylesheet with Mantine's variables, of our own colours only. */
export function themeVariables(): string {
  const whole = mergeMantineTheme(mergeMantineTheme(DEFAULT_THEME, theme), look);
  const own = Object.keys(theme.colors ?? {});
  const colors = Object.fromEntries(Object.entries(whole.colors).filter(([name]) => own.includes(name)));
  const given = defaultCssVariablesResolver({ ...whole, colors: colors as typeof whole.colors });
  const variables: ConvertCSSVariablesInput = {
    variables: given.variables,
    light: { ...given.light, ...LIGHT },
    dark: { ...given.dark, ...DARK },
  };
  return convertCssVariables(variables, ':root');
}
