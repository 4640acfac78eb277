import type { Network } from '@portside/contract';
import type { DepositRow, PendingTransferRow } from './deposits.sql.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A final transfer to one of our wallets was recorded; whoever knows whose it is credits it. */
    depositRecorded: { readonly deposit: DepositRow };
    /** A scan ended: all transfers above the final block, as they stand now. */
    transfersSeen: {
      readonly network: Network;
      readonly chainId: bigint;
      readonly transfers: readonly PendingTransferRow[];
    };
  }
}
