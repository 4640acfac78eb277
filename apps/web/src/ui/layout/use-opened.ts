import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Marks the step that opened something over the page it was taken from. */
type Opening = { readonly isOpening?: boolean };

/**
 * What the address has open over the page (`?open=…`), so that a colleague can be sent to it. Opening is a step
 * of its own that going back undoes; closing takes that step back, so that none pile up. An address that came
 * from elsewhere has nothing below it: there closing only takes the name out.
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
      // The state of the page below stays with it: a table keeps its trail of pages there.
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
