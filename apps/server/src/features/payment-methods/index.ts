/**
 * Owns the wallet, token and checkout contract of each network, current and recently retired. Does not follow
 * chains and knows no top-ups.
 *
 * Invariant: the table's rows count only with the shop's own seal over them (`seal-methods.ts`). A network has at most
 * one active method, and a method whose token is not the pinned one of its public chain takes no payments. Replacing a
 * network's method takes a second person's approval.
 */
import type { Routes } from '../../platform/http/routes.ts';
import {
  createPaymentMethod,
  updatePaymentMethod,
  deletePaymentMethod,
  listEnabledPaymentMethods,
  listPaymentMethods,
} from './change-payment-methods.ts';
import type { ChainFacts } from './propose-method.ts';
import type { Events } from '../../platform/context.ts';
import { activateMethod, switchMethod, restorePaymentMethods } from './activate-method.ts';
import { parseMethod, type TopUpsTerms, type TreasuryChange } from './method-rules.ts';
import type { Approved } from '../approvals/index.ts';

export { checkToken, factoryOf, proveFactory, proveCode } from './prove-contracts.ts';
export {
  findFactoryChange,
  type FactoryChange,
  listWatchedTreasuries,
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
export { isUsable } from './method-rules.ts';
export { prepareAddresses, findUsablePaymentMethods } from './change-payment-methods.ts';
export type { ChainFacts } from './propose-method.ts';
export type { PaymentMethodRow } from './payment-methods.sql.ts';
export { sealedMethods, sealFirstMethods } from './seal-methods.ts';
export { setPaymentMethod, type PaymentMethodInput, switchMethod } from './activate-method.ts';

/** `chains` knows what the nodes say of a network. */
export const paymentMethodsRoutes = (chains: ChainFacts) =>
  ({
    listEnabledPaymentMethods: (ctx, input) => listEnabledPaymentMethods(ctx, input, chains),
    listPaymentMethods,
    createPaymentMethod: (ctx, input) => createPaymentMethod(ctx, input, chains),
    updatePaymentMethod: (ctx, input) => updatePaymentMethod(ctx, input, chains),
    restorePaymentMethods,
    deletePaymentMethod: (ctx, { params }) => deletePaymentMethod(ctx, BigInt(params.id)),
  }) satisfies Partial<Routes>;

/** Subscribes payment methods to approved changes. */
export function subscribePaymentMethods(events: Events): void {
  events.on('treasuryChangeApproved', (ctx, { terms }) =>
    // Where its nodes are was checked when it was proposed.
    activateMethod(ctx, parseMethod(terms, true)),
  );
  events.on('topUpsOnApproved', (ctx, { terms }) => switchMethod(ctx, BigInt(terms.method_id), true));
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    treasuryChangeApproved: Approved<TreasuryChange>;
    topUpsOnApproved: Approved<TopUpsTerms>;
  }
}
