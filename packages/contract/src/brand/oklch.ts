/** A colour by lightness (0 to 1), chroma and hue (radians), in a space where equal steps look equal (OKLCH). */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number };

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

/** The nearest colour that screens can show, with the same lightness and hue. */
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

/** Rounding of the matrices must not count. */
const isShowable = (values: Three): boolean => values.every((value) => value >= -0.0005 && value <= 1.0005);

const decode = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const encode = (value: number): number =>
  value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
