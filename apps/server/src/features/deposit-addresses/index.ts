/**
 * Owns the buyers' own addresses, and tells buyers when theirs have changed. Does not follow chains and knows no top-ups.
 *
 * Invariant: an address follows from buyer, chain and factory by the shop's key and the published code. It is computed
 * anew whenever it is shown, so that nobody who can write to the database can show another one.
 */
export { ADDRESS_CHANGED_MAIL, renderAddressChanged } from './changes/address-changed-mail.ts';
export { notifyAddressChanges } from './changes/notify-address-changes.job.ts';
export { depositAddressesRoutes } from './deposit-addresses.routes.ts';
export { listBuyersAddresses } from './deposit-addresses.sql.ts';
export { forgetOrigins } from './forget-origins.job.ts';
export { getOwnAddress } from './get-own-address.ts';
export { restoreAddresses } from './restore-addresses.ts';
export { ownAddressOf } from './own-address-of.ts';
export {
  findOwners,
  isAddressAwaited,
  listAllAddresses,
  listHotAddresses,
  markPaid,
} from './watched-addresses.ts';
