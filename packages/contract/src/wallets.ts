import * as z from 'zod/mini';
import { csvFile, endpoints } from './wire/endpoint.ts';
import { Id, line, Network, Nothing, page, pageQuery, sortQuery, Time } from './wire/values.ts';

export const BlockList = z.enum(['own', 'sanctions']);
export type BlockList = z.infer<typeof BlockList>;

/** A wallet whose deposits are held until two persons decide on them. */
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
    access: { action: 'wallet.read' },
    summary: 'Wallets whose deposits are held, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listBlockedWallets'), ...blockedFilter }),
    data: z.extend(page(BlockedWallet), {
      /** When each network's sanctions list was imported; null where there is none. */
      sanctions_listed_at: z.record(Network, z.nullable(Time)),
    }),
  },
  exportBlockedWallets: {
    access: { action: 'wallet.read' },
    summary: 'Wallets whose deposits are held as a CSV file, newest first',
    query: z.object(blockedFilter),
    ...csvFile,
  },
  blockWallet: {
    access: { action: 'wallet.write' },
    freshCode: true,
    summary: 'Hold deposits from a wallet',
    body: z.object({ type: Network, address: line(64, 1), note: line(200, 3) }),
    data: BlockedWallet,
  },
  unblockWallet: {
    access: { action: 'wallet.write' },
    freshCode: true,
    summary: "Remove a wallet from the operator's own list",
    params: z.object({ id: Id }),
    data: Nothing,
  },
  replaceSanctions: {
    access: { action: 'wallet.write' },
    freshCode: true,
    summary: "Replace a network's sanctions list: one address per line",
    body: z.object({
      type: Network,
      text: z.string().check(z.minLength(1), z.maxLength(900_000)),
      note: line(200, 3),
    }),
    data: z.object({ listed: z.int() }),
  },
});
