/** The decimal separator of each language, asked of Intl once. */
const separators = new Map<string, string>();

/** What separates whole numbers from fractions in a language: a point or a comma. */
function decimalSeparatorOf(language: string): string {
  const known = separators.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  const found = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  separators.set(language, found);
  return found;
}

/** Thousands as the API's notation would separate them, with a comma. */
const GROUPED = /^\s*[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?\s*$/;
const AMBIGUOUS = /^\s*[1-9]\d{0,2},\d{3}\s*$/;

const swap = (text: string): string => text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));

/**
 * What was typed as the API reads it: a comma and a point are the same. It is not checked whether it is a number. The
 * exception is what reads as separators of thousands in that language: "1,200" where fractions have a point, and
 * "1.200" where they have a comma. Both become "1,200", which is no number: 1.2 would be a thousandth of what was meant.
 */
export function readDecimal(typed: string, language: string): string {
  const asOfApi = decimalSeparatorOf(language) === '.' ? typed : swap(typed);
  return GROUPED.test(asOfApi) ? asOfApi : typed.replaceAll(',', '.');
}

/** A decimal of the API as a field shows it in that language. */
export const showDecimal = (decimal: string, language: string): string =>
  decimalSeparatorOf(language) === '.' ? decimal : swap(decimal);

/**
 * What may be meant where `readDecimal` found separators of thousands, both without any; null where there are none.
 * `fraction` is null where the text cannot be read as one.
 */
export function readGrouped(decimal: string): { whole: string; fraction: string | null } | null {
  if (!GROUPED.test(decimal)) return null;
  const fraction = AMBIGUOUS.test(decimal)
    ? decimal
        .trim()
        .replace(',', '.')
        .replace(/\.?0+$/, '')
    : null;
  return { whole: decimal.trim().replaceAll(',', '').replace(/\.$/, ''), fraction };
}
