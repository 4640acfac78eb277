/** The decimal separator of each language, asked of Intl once. */
const separators = new Map<string, string>();

/** What separates whole numbers from fractions in a language: a point or a comma. */
export function decimalSeparatorOf(language: string): string {
  const known = separators.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  const found = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  separators.set(language, found);
  return found;
}

/** Commas as separators of thousands; a single one is a fraction where the language writes it with a comma. */
const THOUSANDS = /^\s*[1-9]\d{0,2}(?:,\d{3})+\s*$/;

/**
 * What was typed as the API reads it: a comma and a point are the same. It is not checked whether it is a number. "1,200"
 * that is pasted where fractions have a point stays as it is, which is none: 1.2 would be a thousandth of what was meant.
 */
export const readDecimal = (typed: string, language: string): string =>
  decimalSeparatorOf(language) === '.' && THOUSANDS.test(typed) ? typed : typed.replaceAll(',', '.');

/** A decimal of the API as a field shows it in that language. Without separators of thousands, which are ambiguous. */
export const showDecimal = (decimal: string, language: string): string =>
  decimal.replaceAll('.', decimalSeparatorOf(language));
