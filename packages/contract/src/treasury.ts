import * as z from 'zod/mini';
import { Chain } from './deposits/chains.ts';
import { Finding } from './findings/findings.ts';
import { endpoints } from './wire/endpoint.ts';
import { Network, Time } from './wire/values.ts';

export const treasuryEndpoints = endpoints({
  readTreasury: {
    summary:
      'Wallet balances compared with what the shop owes, ledger reconciliation and the state of deposit scanning',
    data: z.object({
      wallets: z.array(
        z.object({
          type: Network,
          chain_id: z.int(),
          wallet_address: z.string(),
          /** Null if no node has answered. */
          on_chain: z.nullable(z.string()),
          problem: z.nullable(Finding),
          looked_at: Time,
        }),
      ),
      /** Of the wallets and of the buyers' own addresses together. */
      on_chain: z.string(),
      on_wallets: z.string(),
      on_addresses: z.string(),
      /** Amounts on buyers' deposit addresses, for each network that has or had them. */
      addresses: z.array(z.object({ type: Network, amount: z.string() })),
      owed: z.string(),
      owed_to: z.object({
        balances: z.string(),
        unmatched: z.string(),
        held: z.string(),
        /** Payments below the minimum at buyers' deposit addresses. */
        small: z.string(),
        commission: z.string(),
      }),
      /** Whether the balances on chain cover what is owed; coins kept elsewhere do not count. */
      is_covered: z.boolean(),
      /** Recorded deposits against the ledger's inflow, by network. */
      books: z.array(
        z.object({ type: Network, recorded: z.string(), ledger: z.string(), in_order: z.boolean() }),
      ),
      chains: z.array(Chain),
    }),
  },
});
