import { useLocation, useNavigate, useSearchParams } from '../../lib/router/hooks.ts';

/** Marks a history entry that opened something over the page. */
type Opening = { readonly isOpening?: boolean };

/**
 * What the URL has open over the page (`?open=…`), so that it can be linked. Opening pushes a history entry; closing
 * goes back, so entries do not pile up. When the page was reached directly there is nothing to go back to, so closing
 * only removes the parameter.
 */
export function useOpened(): [opened: string | null, open: (name: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = search.get('open');
  const isOpening = (state as Opening | null)?.isOpening === true;
  const open = (name: string | null) => {
    if (name === null && opened === null) return;
    if (name === null && isOpening) {
      void navigate(-1);
      return;
    }
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
