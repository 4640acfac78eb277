/**
 * Owns the buyers' own addresses, and tells buyers when theirs have changed. Does not follow chains and knows no top-ups.
 *
 * Invariant: an address follows from buyer, chain and factory by the shop's key and the published code. It is computed
 * anew whenever it is shown, so that nobody who can write to the database can show another one.
 */
import type { Routes } from '../../platform/http/routes.ts';
import type { ChainFacts } from '../payment-methods/index.ts';
import { dismissAddressChange, listAddressChanges } from './changes/address-changes.ts';
import { openDepositAddress } from './own-address.ts';

export { ADDRESS_CHANGED_MAIL, renderAddressChanged } from './changes/address-changes.ts';
export { notifyAddressChanges } from './changes/address-changes.ts';
export { listBuyersAddresses, listOwnAddresses } from './deposit-addresses.sql.ts';
export { forgetOrigins } from './own-address.ts';
export { getOwnAddress } from './own-address.ts';
export { restoreAddresses } from './watched-addresses.ts';
export { ownAddressOf } from './own-address.ts';
export {
  findOwners,
  isAddressAwaited,
  listAllAddresses,
  listHotAddresses,
  markPaid,
} from './watched-addresses.ts';

/** `chains` says which networks take top-ups now. */
export const depositAddressesRoutes = (chains: Pick<ChainFacts, 'isOffered'>) =>
  ({
    openDepositAddress: (ctx, input) => openDepositAddress(ctx, input, chains),
    listAddressChanges,
    dismissAddressChange,
  }) satisfies Partial<Routes>;
