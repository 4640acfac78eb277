import type { NamedItem } from '@portside/contract';
import { useEffect, useRef, useState } from 'react';
import { beginSearch, searchStock, type NameSearch } from './search-stock.ts';

/** One search at a time, stopped with the page. `onFound` receives the new items of each part. */
export function useNameSearch(reportId: string, onFound: (items: readonly NamedItem[]) => void) {
  const [search, setSearch] = useState<NameSearch | null>(null);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  function run(begun: NameSearch): void {
    stopping.current?.abort();
    const own = (stopping.current = new AbortController());
    let known = begun.found.length;
    const show = (now: NameSearch): void => {
      if (stopping.current !== own) return;
      setSearch(now);
      if (now.found.length > known) onFound(now.found.slice(known));
      known = now.found.length;
    };
    // A failed call announces itself.
    searchStock(begun, show, own.signal).catch(() => undefined);
  }

  return {
    search,
    begin: (name: string) => run(beginSearch(name, reportId)),
    goOn: () => search && run(search),
    stop: () => stopping.current?.abort(),
  };
}
