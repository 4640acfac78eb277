import type { Network } from '@portside/contract';
import type { DepositRow, PendingTransferRow } from './deposits.sql.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** Final transfers of one chain to our wallets were recorded; whoever knows whose they are credits them. */
    depositsRecorded: { readonly deposits: readonly DepositRow[] };
    /** A final transfer was set aside for two persons to decide on. */
    depositHeld: { readonly deposit: DepositRow };
    /** Two persons credited a deposit that was unmatched or held. */
    depositAssigned: { readonly deposit: DepositRow; readonly userId: bigint };
    /** Two persons decided that a held or unmatched deposit is credited to nobody. */
    depositRejected: { readonly deposit: DepositRow };
    /** A credited deposit is not on the chain after all; its coins are taken back. */
    depositReversed: { readonly deposit: DepositRow };
    /** A scan ended: all transfers above the final block, as they stand now. */
    transfersSeen: {
      readonly network: Network;
      readonly chainId: bigint;
      readonly transfers: readonly PendingTransferRow[];
    };
  }
}
