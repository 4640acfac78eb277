import { useState } from 'react';
import { useOpened } from './use-opened.ts';

const NEW = 'new';

/**
 * The row that the URL has open (see `useOpened`), or the form for a new one. A row that is no longer on the loaded
 * page stays open.
 */
export function useOpenedRow<T>(rows: readonly T[] | undefined, keyOf: (row: T) => string) {
  const [name, say] = useOpened();
  const [chosen, choose] = useState<T | null>(null);
  const known = [...(rows ?? []), ...(chosen === null ? [] : [chosen])];
  return {
    row: known.find((row) => keyOf(row) === name) ?? null,
    isNew: name === NEW,
    open: (row: T) => {
      choose(row);
      say(keyOf(row));
    },
    openNew: () => say(NEW),
    close: () => say(null),
  };
}
