import type { Data, Goods } from '@portside/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { queryKey, quietOffline } from '../../lib/api/query.ts';

type AllGoods = { readonly items: Goods[] };

/** Options for useQuery: all products on sale, in the shop's order, however many pages the server makes of them. */
export const allGoods = () =>
  queryOptions<AllGoods>({
    queryKey: queryKey('listGoods'),
    queryFn: async ({ signal }) => {
      const items: Goods[] = [];
      let cursor: string | null = null;
      do {
        const page: Data<'listGoods'> = await call(
          'listGoods',
          cursor === null ? {} : { query: { cursor } },
          { ...quietOffline(), signal },
        );
        items.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return { items };
    },
  });
