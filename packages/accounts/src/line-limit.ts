export const LONGEST_LINE = 64_000;
