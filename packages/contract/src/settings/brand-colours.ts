/** WCAG AA for text of normal size. */
const READABLE = 4.5;

/** The least favourable page backgrounds for coloured text (apps/web/src/app/theme). */
const LIGHT_GROUND = '#edf1f5';
const DARK_GROUND = '#1b3952';
const WHITE = '#ffffff';

/** Darker, a filled button would blend into a dark page. */
const DARKEST_BUTTON = 0.36;

/** Ten shades, lightest first, as Mantine counts them. */
type Palette = readonly string[];

/** The main colour is exactly the operator's at its shade 7, the accent at its shade 6, unless it is unreadable. */
export type ColourRole = 'main' | 'accent';

const EXACT: Readonly<Record<ColourRole, number>> = { main: 7, accent: 6 };

/** How much of the colour's chroma each shade has. */
const CHROMA = [0.08, 0.16, 0.36, 0.6, 0.85, 1, 1, 1, 0.9, 0.75] as const;
const LIGHT_STEPS = [0.968, 0.93, 0.86, 0.78, 0.69, 0.62] as const;

/**
 * The shades of one colour. Shades 6 and 7 carry white text and are text on light pages; shades 2 and 3 are text on
 * dark ones. They are darkened or lightened until their contrast is at least 4.5.
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

/** Where a colour must be readable, and how readable it is. */
export type Contrast = {
  readonly place: 'button' | 'text';
  readonly scheme: 'light' | 'dark';
  /** The colour shown: the operator's own, or the shade made from it. */
  readonly colour: string;
  readonly ratio: number;
  /** The ratio that the operator's own colour would have. */
  readonly ratioAsGiven: number;
  /** Whether the colour was adjusted to be readable. */
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

/** For drawings on such areas, lightest first. */
const pictureShadesOf = (colour: string): string[] => mutedShades(colour, [0.67, 0.6, 0.48, 0.41, 0.3]);

function mutedShades(colour: string, steps: readonly number[]): string[] {
  const { c, h } = toOklch(colour);
  return steps.map((l) => toHex({ l, c: Math.min(c, 0.085), h }));
}

/** A colour by lightness (0 to 1), chroma and hue (radians), in a space where equal steps look equal (OKLCH). */
type Oklch = { readonly l: number; readonly c: number; readonly h: number };

type Three = readonly [number, number, number];

/** The matrices of CSS Color 4, section 10. */
const TO_LMS: readonly Three[] = [
  [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
  [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
  [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];

const TO_LAB: readonly Three[] = [
  [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
  [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
  [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
];

const FROM_LAB: readonly Three[] = [
  [1, 0.396_337_777_4, 0.215_803_757_3],
  [1, -0.105_561_345_8, -0.063_854_172_8],
  [1, -0.089_484_177_5, -1.291_485_548],
];

const FROM_LMS: readonly Three[] = [
  [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
  [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
  [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701],
];

/** `#rrggbb`. */
export function toOklch(hex: string): Oklch {
  const lms = times(TO_LMS, linearOf(hex)).map(Math.cbrt) as unknown as Three;
  const [l, a, b] = times(TO_LAB, lms);
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** The nearest displayable colour with the same lightness and hue. */
export function toHex({ l, c, h }: Oklch): string {
  let [least, most] = [0, c];
  if (isShowable(linear(l, c, h))) least = c;
  else
    for (let step = 0; step < 16; step += 1) {
      const middle = (least + most) / 2;
      if (isShowable(linear(l, middle, h))) least = middle;
      else most = middle;
    }
  const bytes = linear(l, least, h).map((value) => Math.round(255 * encode(Math.min(1, Math.max(0, value)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast ratio of WCAG 2, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const linearOf = (hex: string): Three =>
  [1, 3, 5].map((at) => decode(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Three;

function linear(l: number, c: number, h: number): Three {
  const lms = times(FROM_LAB, [l, c * Math.cos(h), c * Math.sin(h)]);
  return times(FROM_LMS, lms.map((value) => value ** 3) as unknown as Three);
}

const times = (matrix: readonly Three[], [x, y, z]: Three): Three =>
  matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Three;

/** Tolerates the rounding of the matrices. */
const isShowable = (values: Three): boolean => values.every((value) => value >= -0.0005 && value <= 1.0005);

const decode = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const encode = (value: number): number =>
  value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** The operator's colours as `#rrggbb`; null for the built-in ones. */
type BrandColours = { readonly main_colour: string | null; readonly accent_colour: string | null };

/** The names that the theme gives them (apps/web/src/app/theme/theme.ts). */
const NAMES: Readonly<Record<ColourRole, string>> = { main: 'marine', accent: 'signal' };

/** Stronger than the theme's own rules, which the pages insert later. */
const ROOT = ':root:root:root';

/**
 * CSS rules that override the theme's variables with the operator's colours; empty if both are built in. They hold
 * only numbers and hexadecimal colours, so they can go into a style element as they are.
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
