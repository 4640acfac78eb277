import { useSearchParams } from 'react-router';

/**
 * What is open over a page, kept in the address: going back closes it, and a link or a sign-in returns to it.
 * A value that does not fit the pattern counts as absent.
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
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: value === null, preventScrollReset: true },
    );
  return [named !== null && pattern.test(named) ? named : null, change];
}
