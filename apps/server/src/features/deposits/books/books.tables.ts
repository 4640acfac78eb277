import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

/**
 * What is added up of deposits and sweeps: every deposit that is not reversed, those in a state that waits for someone,
 * and what is on the network's own addresses.
 */
export type Book = 'recorded' | 'unmatched' | 'held' | 'small' | 'addresses';

/** In micro-USDT; `addresses` in the token's own units. */
type DepositTotalsTable = { network: Network; book: Book; amount: string };

/** What triggers of deposits wrote down and no job has added up yet. */
type DepositChangesTable = {
  id: Generated<bigint>;
  network: Network;
  book: Exclude<Book, 'addresses'>;
  amount_micro: string;
};

/** What was paid to an own address and not yet swept, in the token's own units, and how many sweeps there were. */
type AddressFunds = { network: Network; chain_id: bigint; address: Hex; units: string; sweeps: number };

type AddressChangesTable = AddressFunds & { id: Generated<bigint> };

declare module '../../../platform/db/db.ts' {
  interface Database {
    deposit_totals: DepositTotalsTable;
    deposit_changes: DepositChangesTable;
    address_funds: AddressFunds;
    address_changes: AddressChangesTable;
  }
}
