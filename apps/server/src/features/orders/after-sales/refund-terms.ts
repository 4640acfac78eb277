/** A refund as its proposal stores it: the amount as a decimal in USDT, the items as `formatItemIds` writes them. */
export type RefundTerms = {
  readonly order_no: string;
  readonly accounts: number;
  readonly amount: string;
  readonly items: string;
  readonly reason: string;
  /** The user's id. */
  readonly proposed_by: string;
};
