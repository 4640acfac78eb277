/**
 * Codes and numbers as people paste them: in wide letters, with invisible characters of chats and web pages, in quotes,
 * behind a label, in a link or a sentence. What cannot be read is null and never guessed.
 */

/** Without what nobody sees and in one width and form of letters; all blanks and line breaks are single spaces. */
export const plainText = (text: string): string =>
  text
    .replaceAll('№', '#')
    .normalize('NFKC')
    .replace(/[\p{DI}\p{Cf}]/gu, '')
    .replace(/[\s\p{Cc}\u2800]+/gu, ' ')
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit)
    .trim();

/** Unicode gives each script ten digits in a row. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

/** Links are pasted encoded once or several times; what is no encoding stays. */
export function decodeLink(text: string, times = 3): string {
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
  return decoded === text || times === 1 ? decoded : decodeLink(decoded, times - 1);
}
