import { useSearchParams } from 'react-router';

/** What the address has open over the page (`?open=…`), so that a colleague can be sent to it. */
export function useOpened(): [opened: string | null, open: (name: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (name: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (name === null) next.delete('open');
        else next.set('open', name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get('open'), open];
}
