import type { ReactNode } from 'react';

/** A column of the back office's tables. */
export type TableColumn<T> = {
  /** Also the name by which the server sorts, where it can. */
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** Figures stand at the end of the line. */
  align?: 'end';
  /** Not shown until the operator asks for it. */
  isExtra?: boolean;
};

/** A page of a list, as every paged endpoint answers it. */
export type TablePage<T> = {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
  /** null where counting would cost too much. */
  readonly total: number | null;
};
