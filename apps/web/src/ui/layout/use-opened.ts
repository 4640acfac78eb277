import { useEntry, useSearchParams } from '../../lib/site-location.tsx';
import { useState } from 'react';

/** Marks a history entry that opened something over the page. */
type Opening = { readonly isOpening?: boolean };

/**
 * What the URL has open over the page (`?open=…`), so that it can be linked. Opening pushes a history entry; closing
 * goes back, so entries do not pile up. When the page was reached directly there is nothing to go back to, so closing
 * only removes the parameter.
 */
export function useOpened(): [opened: string | null, open: (name: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useEntry();
  const opened = search.get('open');
  const isOpening = (state as Opening | null)?.isOpening === true;
  const open = (name: string | null) => {
    if (name === null && opened === null) return;
    if (name === null && isOpening) return history.back();
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (name === null) next.delete('open');
        else next.set('open', name);
        return next;
      },
      // The state of the page below is kept: a table stores its previous cursors there.
      {
        state:
          name === null ? state : { ...(state as object | null), isOpening: isOpening || opened === null },
        replace: opened !== null,
        preventScrollReset: true,
      },
    );
  };
  return [opened, open];
}

/**
 * A value in the URL's query, for what is open over a page: going back closes it, and links and sign-in redirects
 * return to it. A value that does not match the pattern counts as absent.
 */
export function useUrlParam(
  name: string,
  pattern: RegExp,
): [value: string | null, change: (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get(name);
  const change = (value: string | null) =>
    setSearch(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: value === null, preventScrollReset: true },
    );
  return [named !== null && pattern.test(named) ? named : null, change];
}

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
    /** As the URL has it; null for a new one. */
    key: name === NEW ? null : name,
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
