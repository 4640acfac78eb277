/** Prints figures as a table that can go into the README as it is. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(line(head) + line(head.map(() => '---:')) + rows.map(line).join(''));
}

export const figures = (value: number): string => Math.round(value).toLocaleString('en');

/** Of values in ascending order. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
