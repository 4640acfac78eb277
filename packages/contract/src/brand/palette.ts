import { contrastOf, toHex, toOklch, type Oklch } from './oklch.ts';

/** WCAG AA for text of normal size. */
const READABLE = 4.5;

/** The backgrounds of the pages (apps/web/src/app/theme) that coloured text is on: the least favourable of each. */
const LIGHT_GROUND = '#edf1f5';
const DARK_GROUND = '#1b3952';
const WHITE = '#ffffff';

/** Below it a filled button could not be told from a dark page. */
const DARKEST_BUTTON = 0.36;

/** Ten shades, the lightest first, as the component library counts them. */
type Palette = readonly string[];

/** The main colour is exactly the operator's at its shade 7, the accent at its shade 6, unless it is unreadable. */
export type ColourRole = 'main' | 'accent';

const EXACT: Readonly<Record<ColourRole, number>> = { main: 7, accent: 6 };

/** How much of the colour's chroma each shade has. */
const CHROMA = [0.08, 0.16, 0.36, 0.6, 0.85, 1, 1, 1, 0.9, 0.75] as const;
const LIGHT_STEPS = [0.968, 0.93, 0.86, 0.78, 0.69, 0.62] as const;

/**
 * The shades of one colour. Shades 6 and 7 carry white text and are text on light pages, shades 2 and 3 are text on
 * dark ones: they are made darker or lighter until their contrast is at least 4.5.
 */
export function paletteOf(colour: string, role: ColourRole): Palette {
  const given = toOklch(colour);
  const at = EXACT[role];
  const exact = darkerUntil(given, isReadableDark);
  const shade = (index: number, l: number): Oklch => ({ ...given, l, c: given.c * CHROMA[index]! });
  const dark = (index: number): string => {
    if (index === at) return exact.l === given.l ? colour : toHex(exact);
    const l = Math.max(0.14, exact.l + (at - index) * 0.07);
    const wanted = shade(index, index === 6 ? Math.max(DARKEST_BUTTON, l) : l);
    return toHex(darkerUntil(wanted, isReadableDark));
  };
  const light = (index: number): string => {
    const wanted = shade(index, LIGHT_STEPS[index]!);
    return toHex(index === 2 || index === 3 ? lighterUntil(wanted, isReadableLight) : wanted);
  };
  return CHROMA.map((_, index) => (index < 6 ? light(index) : dark(index)));
}

const isReadableDark = (hex: string): boolean =>
  contrastOf(hex, WHITE) >= READABLE && contrastOf(hex, LIGHT_GROUND) >= READABLE;
const isReadableLight = (hex: string): boolean => contrastOf(hex, DARK_GROUND) >= READABLE;

const STEP = 0.005;

function darkerUntil(colour: Oklch, isFine: (hex: string) => boolean): Oklch {
  let { l } = colour;
  while (l > 0 && !isFine(toHex({ ...colour, l }))) l -= STEP;
  return { ...colour, l: Math.max(0, l) };
}

function lighterUntil(colour: Oklch, isFine: (hex: string) => boolean): Oklch {
  let { l } = colour;
  while (l < 1 && !isFine(toHex({ ...colour, l }))) l += STEP;
  return { ...colour, l: Math.min(1, l) };
}

/** Where a colour has to be readable, and how it is there. */
export type Contrast = {
  readonly place: 'button' | 'text';
  readonly scheme: 'light' | 'dark';
  /** What is shown: the operator's colour, or the shade made of it. */
  readonly colour: string;
  readonly ratio: number;
  /** What the operator's own colour would have had. */
  readonly ratioAsGiven: number;
  /** Whether the colour was changed because it would not have been readable. */
  readonly isAdjusted: boolean;
};

/** The contrasts of a colour as the pages use it. Each ratio is at least 4.5. */
export function contrastsOf(colour: string, role: ColourRole): Contrast[] {
  const palette = paletteOf(colour, role);
  const main = palette[EXACT[role]]!;
  const row = (
    place: Contrast['place'],
    scheme: Contrast['scheme'],
    shown: string,
    ground: string,
  ): Contrast => {
    const ratioAsGiven = contrastOf(colour, ground);
    const isAdjusted = shown !== colour && ratioAsGiven < READABLE;
    return { place, scheme, colour: shown, ratio: contrastOf(shown, ground), ratioAsGiven, isAdjusted };
  };
  return [
    row('button', 'light', main, WHITE),
    row('button', 'dark', palette[6]!, WHITE),
    row('text', 'light', palette[6]!, LIGHT_GROUND),
    row('text', 'dark', palette[3]!, DARK_GROUND),
  ];
}

/** Deep shades for large areas with white text on them, the darkest first. */
export const deepShadesOf = (colour: string): string[] => mutedShades(colour, [0.245, 0.32, 0.39]);

/** For the drawings on such areas, the lightest first. */
export const pictureShadesOf = (colour: string): string[] =>
  mutedShades(colour, [0.67, 0.6, 0.48, 0.41, 0.3]);

function mutedShades(colour: string, steps: readonly number[]): string[] {
  const { c, h } = toOklch(colour);
  return steps.map((l) => toHex({ l, c: Math.min(c, 0.085), h }));
}
