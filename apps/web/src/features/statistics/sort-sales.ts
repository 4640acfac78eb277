import type { SalesRow, SalesSums } from '@portside/contract';

const FIGURES = ['orders', 'accounts', 'amount', 'refunds', 'refunded', 'commission', 'income'] as const;

/**
 * A report is answered whole, so it is sorted where it is read: by a figure, or by name; as it came where
 * nothing was asked for.
 */
export function sortSales(rows: readonly SalesRow[], sort: string): SalesRow[] {
  const isDescending = sort.startsWith('-');
  const column = isDescending ? sort.slice(1) : sort;
  const figure = FIGURES.find((one) => one === column);
  if (!figure && column !== 'name') return [...rows];
  const compare = figure
    ? (one: SalesRow, other: SalesRow) => valueOf(one, figure) - valueOf(other, figure)
    : (one: SalesRow, other: SalesRow) => nameOf(one).localeCompare(nameOf(other));
  return rows.toSorted((one, other) => (isDescending ? compare(other, one) : compare(one, other)));
}

const valueOf = (row: SalesRow, figure: keyof SalesSums): number => Number(row[figure]);

/** A day has no name but itself. */
const nameOf = ({ key, name }: SalesRow): string => name || key;
