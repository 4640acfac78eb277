import type { Data } from '@portside/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, type CallArguments } from './call.ts';
import { atCursor, queryKey, quietOffline, type Page, type PagedEndpoint } from './query.ts';

/** Options for useQuery: a list in full, from all its pages. */
export function everyPage<N extends PagedEndpoint>(name: N, ...[request, options]: CallArguments<N>) {
  type Answer = Page & { readonly items: readonly unknown[] };
  return queryOptions<Data<N>>({
    queryKey: queryKey(name, request),
    queryFn: async ({ signal }) => {
      const items: unknown[] = [];
      for (let cursor: string | null = null; ;) {
        const asked = [atCursor(request, cursor), { ...options, ...quietOffline(), signal }];
        const page = (await call(name, ...(asked as CallArguments<N>))) as unknown as Answer;
        items.push(...page.items);
        cursor = page.next_cursor;
        if (cursor === null) return { ...page, items } as unknown as Data<N>;
      }
    },
  });
}
