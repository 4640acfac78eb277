/** A shorter text shows nothing: its beginning would give too much of it away. */
const MIN_LENGTH = 12;
const SHOWN_CHARACTERS = 3;

/** The first characters only: enough to tell items apart at a glance, without hinting at the text's length. */
export const maskText = (text: string): string =>
  `${text.length < MIN_LENGTH ? '' : text.slice(0, SHOWN_CHARACTERS).toWellFormed()}••••••`;
