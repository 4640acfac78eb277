/** What guards the shop's money from its own admins: raising one takes a second person, lowering it none. */
export const GUARDED_LIMITS = ['refund_approval_above', 'manual_credit_maximum'] as const;
export type GuardedLimit = (typeof GUARDED_LIMITS)[number];
