import * as z from 'zod/mini';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
import { Id, line, Network, Nothing, page, pageQuery, paragraphs, sortQuery, Time } from './wire/values.ts';

export const BlockList = z.enum(['own', 'sanctions']);
export type BlockList = z.infer<typeof BlockList>;

/** A wallet whose deposits are held until two people decide. */
export const BlockedWallet = z.object({
  id: Id,
  type: Network,
  address: z.string(),
  list: BlockList,
  note: z.string(),
  created_at: Time,
});
export type BlockedWallet = z.infer<typeof BlockedWallet>;

const blockedFilter = { type: z.optional(Network), list: z.optional(BlockList) };

export const walletsEndpoints = endpoints({
  listBlockedWallets: {
    summary: 'Wallets whose deposits are held, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listBlockedWallets'), ...blockedFilter }),
    data: z.extend(page(BlockedWallet), {
      /** When each network's sanctions list was imported; null if there is none. */
      sanctions_listed_at: z.record(Network, z.nullable(Time)),
      /** Networks whose list is fetched once a day, from addresses in the settings. */
      sanctions_fetches: z.array(
        z.object({
          type: Network,
          hosts: z.array(z.string()),
          /** Null before the first attempt. */
          tried_at: z.nullable(Time),
          /** The list's size and hash when it was last fetched; null before the first time. */
          listed: z.nullable(z.int()),
          sha256: z.nullable(z.string()),
          /** Why the last attempt changed nothing; null if it succeeded. */
          problem: z.nullable(z.string()),
        }),
      ),
    }),
  },
  exportBlockedWallets: {
    summary: 'Wallets whose deposits are held as a CSV or XLSX file, newest first',
    query: z.object({ ...blockedFilter, ...tableFormat }),
    ...tableFile,
  },
  blockWallet: {
    freshCode: true,
    summary: 'Hold deposits from a wallet',
    body: z.object({ type: Network, address: line(64, 1), note: line(200, 3) }),
    data: BlockedWallet,
  },
  unblockWallet: {
    freshCode: true,
    summary: "Remove a wallet from the operator's own list",
    params: z.object({ id: Id }),
    data: Nothing,
  },
  replaceSanctions: {
    freshCode: true,
    summary: "Replace a network's sanctions list: one address per line",
    body: z.object({
      type: Network,
      text: paragraphs(900_000, 1),
      note: line(200, 3),
    }),
    data: z.object({ listed: z.int() }),
  },
});
