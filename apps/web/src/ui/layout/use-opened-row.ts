import { useState } from 'react';
import { useOpened } from './use-opened.ts';

const NEW = 'new';

/**
 * Which row of a list is open over the page, by the address as `useOpened` has it; or the form of a new one. A row
 * that has left the page of the list meanwhile stays open as it was.
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
