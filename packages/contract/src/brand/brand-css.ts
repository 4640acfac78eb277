import { deepShadesOf, paletteOf, pictureShadesOf, type ColourRole } from './palette.ts';

/** The operator's colours as `#rrggbb`; null for the built-in ones. */
type BrandColours = { readonly main_colour: string | null; readonly accent_colour: string | null };

/** The names that the theme gives them (apps/web/src/app/theme/palette.ts). */
const NAMES: Readonly<Record<ColourRole, string>> = { main: 'marine', accent: 'signal' };

/** Stronger than the theme's own rules, which the pages insert later. */
const ROOT = ':root:root:root';

/**
 * The rules that replace the theme's variables by the operator's colours; empty where both are built in. Contains only
 * numbers and hexadecimal colours, so it can be put into a style element as it is.
 */
export function brandCss({ main_colour: main, accent_colour: accent }: BrandColours): string {
  const rules = [...shades('main', main), ...shades('accent', accent), ...deep(main)];
  return rules.length === 0 ? '' : `${ROOT}{${rules.join(';')}}`;
}

function shades(role: ColourRole, colour: string | null): string[] {
  if (colour === null) return [];
  const name = `--mantine-color-${NAMES[role]}`;
  const tint = (percent: number) => `color-mix(in srgb,${colour} ${percent}%,transparent)`;
  return [
    ...paletteOf(colour, role).map((shade, index) => `${name}-${index}:${shade}`),
    `${name}-light:${tint(12)}`,
    `${name}-light-hover:${tint(18)}`,
    `${name}-outline-hover:${tint(6)}`,
  ];
}

function deep(colour: string | null): string[] {
  if (colour === null) return [];
  const shadesOfAreas = deepShadesOf(colour);
  return [
    `--shop-deep:${shadesOfAreas[0]}`,
    ...shadesOfAreas.map((shade, index) => `--shop-deep-${index}:${shade}`),
    ...pictureShadesOf(colour).map((shade, index) => `--shop-picture-${index}:${shade}`),
  ];
}
