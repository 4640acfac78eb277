/** What people type into a field of several lines, as the one line that the shop keeps. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
