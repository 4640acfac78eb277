import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { line, Time } from './wire/values.ts';

/** What the back office finds, in the order in which it is shown. */
export const SEARCH_KINDS = [
  'order',
  'user',
  'recharge',
  'deposit',
  'conversation',
  'goods',
  'batch',
  'supplier',
] as const;

export const SearchHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** The order's or top-up's number; otherwise an id: of a conversation, its user's. */
  id: z.string(),
  /** What it is called: a number, a name, a hash. */
  title: z.string(),
  /** What tells it from others: whose it is, an address. */
  detail: z.string(),
  amount: z.nullable(z.string()),
  at: z.nullable(Time),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const searchEndpoints = endpoints({
  searchOffice: {
    access: 'admin',
    perMinute: 300,
    summary:
      'Orders, users, top-ups, deposits, conversations, products, batches and suppliers by what people know of ' +
      'them: the beginning or end of a number, hash or address, an exact amount with decimals, any part of a name or e-mail ' +
      'address. The first of each kind that the caller may read',
    query: z.object({ q: line(200, 1) }),
    data: z.object({ items: z.array(SearchHit) }),
  },
});
