import type { AssetId, DepositRow, PendingTransferRow } from './deposits.sql.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /**
     * Final transfers of one chain to our wallets were recorded. A listener that knows a deposit's owner credits
     * it with `creditMatchedDeposit`; the others become unmatched. With those below the minimum that were in doubt and
     * were read again: they may be enough now.
     */
    depositsRecorded: { readonly deposits: readonly DepositRow[] };
    /** A final transfer was held until two people decide on it. */
    depositHeld: { readonly deposit: DepositRow };
    /**
     * A deposit was credited to a user's balance: matched to a top-up, claimed with the sender's signature, or
     * assigned by two people. Once per deposit, in the crediting transaction; `deposit` is as after the credit.
     */
    depositCredited: { readonly deposit: DepositRow; readonly userId: bigint };
    /**
     * Admins credited a deposit that was unmatched or held; announced after `depositCredited`. `deposit` is as before;
     * `orderId` is the top-up that they named, if any.
     */
    depositAssigned: {
      readonly deposit: DepositRow;
      readonly userId: bigint;
      readonly orderId: string | null;
    };
    /** Two people rejected a held or unmatched deposit; it is credited to nobody. */
    depositRejected: { readonly deposit: DepositRow };
    /** Two people reversed a credited deposit that its chain no longer holds; the user's balance was debited. */
    depositReversed: { readonly deposit: DepositRow };
    /** A scan ended; `transfers` are all current transfers above the final block. */
    transfersSeen: {
      readonly asset: AssetId;
      readonly transfers: readonly PendingTransferRow[];
    };
  }
}
