/**
 * Owns the wallet, token and checkout contract of each network, current and recently retired. Does not follow
 * chains and knows no top-ups.
 *
 * Invariant: the table's rows count only with the shop's own seal over them (`seal-methods.ts`). A network has at most
 * one active method, and a method whose token is not the pinned one of its public chain takes no payments. Replacing a
 * network's method takes a second person's approval.
 */
export { checkToken } from './check-token.ts';
export { findFactoryChange, type FactoryChange } from './find-factory-change.ts';
export { factoryOf, proveFactory } from './is-factory-proven.ts';
export { proveCode } from './prove-code.ts';
export { isUsable } from './is-usable.ts';
export { findUsablePaymentMethods } from './list-enabled-payment-methods.ts';
export { subscribePaymentMethods } from './payment-methods.subscriptions.ts';
export { prepareAddresses } from './prepare-addresses.ts';
export type { ChainFacts } from './propose-method.ts';
export { paymentMethodsRoutes } from './payment-methods.routes.ts';
export { listWatchedTreasuries } from './list-watched-treasuries.ts';
export type { PaymentMethodRow } from './payment-methods.sql.ts';
export {
  findActiveMethod,
  findNewestMethod,
  isWatched,
  listFactories,
  listFactoryMethods,
  listSealFaults,
  listTrustedMethods,
  listWatchedMethods,
  type FactoryMethod,
  type Reader,
} from './read-methods.ts';
export { sealedMethods, sealFirstMethods } from './seal-methods.ts';
export { setPaymentMethod, type PaymentMethodInput } from './set-payment-method.ts';
export { switchMethod } from './switch-method.ts';
