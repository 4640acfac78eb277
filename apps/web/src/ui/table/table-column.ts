import type { ReactNode } from 'react';

/** A column of the back office's tables. */
export type TableColumn<T> = {
  /** Also the server's name for sorting by it, where it can. */
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** Numbers are aligned at the end. */
  align?: 'end';
  /** Hidden until the operator selects it. */
  isExtra?: boolean;
  /** Hidden on screens that are too narrow for all columns: another one says it there. */
  isRoomy?: boolean;
};

/** A page of a list, as every paged endpoint answers it. */
export type TablePage<T> = {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
  /** null if counting would cost too much. */
  readonly total: number | null;
};
