/** Joins the lines of a multi-line text into the single line that the shop stores. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
