import { plainText } from './plain-text.ts';

/** `whole` and `fraction` are what "1,000" may mean where fractions have a point: 1000 and 1. */
type ReadDecimal = { readonly decimal: string } | { readonly whole: string; readonly fraction: string };

type Notation = {
  /** What separates fractions where it was written: a point in calls, and on pages what the language has. */
  readonly sign?: '.' | ',';
  /** How many decimals the value may have. */
  readonly decimals?: number;
};

/** USDT's. */
const MOST_DECIMALS = 6;

/** Separates thousands and nothing else, in any language. */
const SPACES = /(?<=\d)[ '’ʼ`´_٬](?=\d)/g;
const CURRENCY = /^(?:USDT|USD|US\$|[$₮])\s*|\s*(?:USDT|USD|US\$|[$₮])$/gi;

/**
 * A number as people write it, in digits of any script: with a point or a comma for fractions, thousands separated or
 * not, its currency beside it. Both signs, or one of them twice, leave no doubt; a comma before three digits alone, where
 * fractions have a point, may mean either, unless the value cannot have three decimals. Null for anything else, which is
 * never made a number by dropping something.
 */
export function readDecimal(
  text: string,
  { sign = '.', decimals = MOST_DECIMALS }: Notation = {},
): ReadDecimal | null {
  const plain = plainText(text)
    .replace(CURRENCY, '')
    .replace(/^[−–‒﹣] ?/, '-')
    .replace(/^\+ ?/, '');
  const [, minus, body] = /^(-?)(.*)$/.exec(plain)!;
  const written = readUnsigned(
    body!
      .replace(SPACES, '_')
      .replace(/[。·]/g, '.')
      .replace(/、/g, ','),
    sign,
    decimals,
  );
  if (written === null) return null;
  if ('decimal' in written) return { decimal: minus + written.decimal };
  return { whole: minus + written.whole, fraction: minus + written.fraction };
}

const ONE_SIGN = /^(\d{1,3}(?:_\d{3})+|\d*)(?:([.,٫])(\d*))?$/;
/** Thousands in threes, or as in India in twos before the last three. */
const COMMAS = /^(\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:[.٫](\d*))?$/;
const POINTS = /^(\d{1,3}(?:\.\d{3})+)(?:[,٫](\d*))?$/;

function readUnsigned(body: string, own: string, decimals: number): ReadDecimal | null {
  const one = ONE_SIGN.exec(body);
  if (one === null) {
    const grouped = COMMAS.exec(body) ?? POINTS.exec(body);
    return grouped && { decimal: join(grouped[1]!.replace(/[.,]/g, ''), grouped[2]) };
  }
  const [, whole, sign, fraction] = one as unknown as [string, string, string?, string?];
  if (whole === '' && !fraction) return null;
  const isDoubtful =
    sign !== undefined &&
    sign !== own &&
    sign !== '٫' &&
    /^[1-9]\d{0,2}$/.test(whole) &&
    fraction?.length === 3;
  if (!isDoubtful) return { decimal: join(whole.replaceAll('_', ''), fraction) };
  const thousands = whole + fraction;
  return decimals < 3
    ? { decimal: thousands }
    : { whole: thousands, fraction: join(whole, fraction.replace(/0+$/, '')) };
}

const join = (whole: string, fraction = ''): string => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
};
