import { useSearchParams } from '../router/hooks.ts';

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
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: value === null, preventScrollReset: true },
    );
  return [named !== null && pattern.test(named) ? named : null, change];
}
