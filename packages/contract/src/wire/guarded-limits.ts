/** Limits that guard the shop's money from its own admins: raising one needs a second person, lowering it does not. */
export const GUARDED_LIMITS = ['refund_approval_above', 'manual_credit_maximum'] as const;
export type GuardedLimit = (typeof GUARDED_LIMITS)[number];
