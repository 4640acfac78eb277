/** 7 → "07": a month, a day or a part of a time. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');
