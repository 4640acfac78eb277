import type { WarrantyClaimState } from '@portside/contract';
import type { Approved } from '../approvals/index.ts';
import type { RemedyTerms } from './after-sales/remedy-terms.ts';

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
    /** The buyer read the accounts or the mail server accepted the delivery: the first of both. */
    orderCompleted: OrderName;
    /** Items of an order were refunded at the price they were bought for; announced for each refund. */
    orderRefunded: OrderName & {
      readonly quantity: number;
      readonly amountMicro: bigint;
      /** Whether the order is now refunded in full. */
      readonly isWhole: boolean;
    };
    /** A warranty claim was decided; announced once for each claim. */
    warrantyClaimSettled: OrderName & {
      readonly claimId: bigint;
      readonly state: Exclude<WarrantyClaimState, 'open'>;
    };
  }
}
