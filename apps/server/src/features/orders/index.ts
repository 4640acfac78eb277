/**
 * Owns orders: what was bought, by whom, for how much and with which stock items, and the after-sales of it: warranty
 * claims, replacements, refunds; and what buyers have in their carts. Does not own the money (ledger) or the account data
 * (stock).
 *
 * Invariant: an order that exists is paid for, no item is in two orders, and as many of an order's items are good as
 * were bought and not refunded.
 *
 * `cart`: what a buyer has put together. `placing`: from a request to a committed order. Requests meet in a queue, and
 * whatever arrives while one batch runs makes up the next; orders that are placed together are a batch of their own.
 * `standing`: what is bought for buyers as it comes into stock, by `placeOrder`, in the order of asking.
 * `delivery`: the accounts on the page and by e-mail, and how they are erased when their time has come. `after-sales`:
 * warranty claims, refunds and replacements; each begins with the lock of the order, and an item is remedied once.
 * `listing`: reading and searching orders; a search is planned, then read in bounded time.
 */
import type { Events } from '../../platform/context.ts';
import { onRefundApproved, refundOrder } from './after-sales/refund-order.ts';
import { onReplacementApproved, replaceItems } from './after-sales/replace-items.ts';
import { onMailGivenUp, onMailsSent } from './delivery/delivery-mail.ts';
import { DELIVERY_MAIL } from './orders.sql.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { mailAccounts, mailAnyOrder, onEmailConfirmed } from './delivery/mail-accounts.ts';
import { surveyAccounts } from './delivery/delivery-file.ts';
import { listAccountNames, readAccounts, readInstruction } from './delivery/read-accounts.ts';
import {
  deleteDeliveryFormat,
  readDeliveryFormat,
  replaceDeliveryFormat,
} from './delivery/delivery-format.ts';
import { listOrders, readOrder } from './listing/own-orders.ts';
import { readCart, removeCartLine, setCartLines } from './cart/cart.ts';
import { placeOrder } from './placing/place-order.ts';
import { placeOrders } from './placing/place-orders.ts';
import {
  cancelStandingOrder,
  cancelStandingOrdersOf,
  createStandingOrder,
  listStandingOrders,
} from './standing/standing-orders.ts';
import { quoteOrder, quoteOrders } from './placing/quote-order.ts';
import { decideWarrantyClaims, previewClaimDecisions } from './after-sales/decide-claims.ts';
import { createWarrantyClaim, refuseWarrantyClaim } from './after-sales/warranty-claims.ts';
import {
  exportWarrantyClaims,
  listAllWarrantyClaims,
  listOrderWarrantyClaims,
} from './after-sales/list-warranty-claims.ts';
import { readAfterSales } from './after-sales/read-after-sales.ts';
import { listOrderItems, readAnyOrder } from './listing/any-order.ts';
import { exportOrders, listAllOrders } from './listing/all-orders.ts';
import type { WarrantyClaimState } from '@portside/contract';
import type { Approved } from '../approvals/index.ts';
import type { RemedyTerms } from './after-sales/remedies.ts';

export { countWaitingOrders, placeOrder } from './placing/place-order.ts';
export { placeStandingOrders } from './standing/place-standing-orders.ts';
export { countUndelivered, deliveryMails } from './delivery/delivery-mail.ts';
export { remedyClaimed } from './after-sales/decide-claims.ts';
export { readReplaced } from './after-sales/replace-items.ts';
export { readDelivered, readDeliveryFailed } from './delivery/tell-delivered.ts';
export { readRefunded } from './after-sales/refund-order.ts';
export {
  claimWholeOrder,
  readClaimOpened,
  readClaimRefused,
  readOwnClaimState,
} from './after-sales/warranty-claims.ts';
export { stopClaimedImports } from './after-sales/stop-claimed-imports.ts';
export { purgeAccounts } from './delivery/purge-accounts.ts';
export { countOpenWarrantyClaims, nameWarrantyClaims } from './after-sales/warranty-claims.sql.ts';
export { countTroubledItems } from './sold-items.sql.ts';
export {
  findCommissionedSales,
  monthOf,
  readAgentMonth,
  readHeldCommission,
} from './listing/commissioned-sales.ts';
export { findOrderNos, findOrdersOfItems } from './listing/find-order-nos.ts';
export { listAllOrders } from './listing/all-orders.ts';
export { getOwnOrder, getOwnOrderById, getOwnOrdersById, listOrders } from './listing/own-orders.ts';
export { completeByReading, openAccountLines } from './delivery/read-accounts.ts';
export { sumOrders, type OrdersSum } from './listing/search-orders.ts';
export { turnover } from './listing/turnover.ts';
export { findDeliveryEmails, findOrdersByEnd, findOrdersByReference } from './listing/search-orders.sql.ts';
export { maskOrderNo } from './order-no.ts';
export {
  agentOfOrder,
  countSoldSince,
  DELIVERY_MAIL,
  listLatestOrders,
  type OrderRow,
} from './orders.sql.ts';

/** Subscribes orders to approved refunds, to the outcome of their delivery e-mails, and to blocked buyers. */
export function subscribeOrders(events: Events): void {
  events.on('refundApproved', onRefundApproved);
  events.on('replacementApproved', onReplacementApproved);
  events.on('mailsSent', async (ctx, { mails }) => {
    const deliveries = mails.filter(({ kind }) => kind === DELIVERY_MAIL);
    if (deliveries.length > 0)
      await onMailsSent(
        ctx,
        deliveries.map(({ reference }) => reference),
      );
  });
  events.on('emailConfirmed', onEmailConfirmed);
  events.on('userBlocked', ({ db }, { userId }) => cancelStandingOrdersOf(db, userId));
  events.on('mailGivenUp', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailGivenUp(ctx, mail);
  });
}

export const ordersRoutes = {
  placeOrder,
  placeOrders,
  quoteOrder,
  quoteOrders,
  readCart,
  setCartLines,
  removeCartLine,
  listStandingOrders,
  createStandingOrder,
  cancelStandingOrder,
  listOrders,
  readOrder,
  readAccounts,
  surveyAccounts,
  listAccountNames,
  readInstruction,
  mailAccounts,
  readDeliveryFormat,
  replaceDeliveryFormat,
  deleteDeliveryFormat,
  listAllOrders,
  readAnyOrder,
  exportOrders,
  mailAnyOrder,
  listOrderItems,
  refundOrder,
  replaceItems,
  createWarrantyClaim,
  listOrderWarrantyClaims,
  listAllWarrantyClaims,
  exportWarrantyClaims,
  readAfterSales,
  refuseWarrantyClaim,
  previewClaimDecisions,
  decideWarrantyClaims,
} satisfies Partial<Routes>;

type OrderName = { readonly orderId: bigint; readonly orderNo: string; readonly userId: bigint };

declare module '../../platform/events.ts' {
  interface EventPayloads {
    refundApproved: Approved<RemedyTerms>;
    replacementApproved: Approved<RemedyTerms>;
    ordersPlaced: {
      readonly orders: readonly {
        readonly id: bigint;
        readonly orderNo: string;
        readonly userId: bigint;
        readonly quantity: number;
        readonly createdAt: Date;
      }[];
    };
    /** Orders are to be placed that programs want to be told of there. A listener refuses what cannot be (parameterError). */
    callbacksNamed: { readonly callbacks: readonly { readonly field: string; readonly url: string }[] };
    /** The buyer read the accounts or the mail server accepted the delivery: the first of both. */
    ordersCompleted: {
      readonly orders: readonly (OrderName & {
        readonly goodsId: bigint;
        readonly quantity: number;
        readonly totalMicro: bigint;
      })[];
    };
    /** Items of an order were refunded at the price they were bought for; announced for each refund. */
    orderRefunded: OrderName & {
      readonly quantity: number;
      readonly amountMicro: bigint;
      /** Whether the order is now refunded in full. */
      readonly isWhole: boolean;
    };
    /** A buyer claims accounts of an order. */
    warrantyClaimOpened: OrderName & { readonly claimId: bigint };
    /** A warranty claim was decided; announced once for each claim. */
    warrantyClaimSettled: OrderName & {
      readonly claimId: bigint;
      readonly state: Exclude<WarrantyClaimState, 'open'>;
    };
  }
}
