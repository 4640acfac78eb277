/** Why a line cannot be sold as it is. */
export type LineFault =
  | 'too long'
  | 'control characters'
  | 'not UTF-8'
  | 'separator in a field'
  | 'column missing';

/** In characters. */
export const LONGEST_LINE = 4_000;

/** Whether a line can be sold as it is; blank lines are no lines. */
export function checkLine(text: string): LineFault | 'blank' | null {
  if (text.trim() === '') return 'blank';
  if (text.length > LONGEST_LINE) return 'too long';
  // A tab may separate fields; a NUL cannot be stored, other control characters would break TXT files.
  if (/[^\P{Cc}\t]/u.test(text)) return 'control characters';
  return null;
}
