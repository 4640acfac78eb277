/** Limits that guard the shop's money from its own admins: raising one needs a second person, lowering it does not. */
export const GUARDED_LIMITS = [
  'refund_approval_above',
  'manual_credit_maximum',
  'opening_balance_maximum',
  'single_assignment_maximum',
  'single_assignment_daily_maximum',
] as const;
export type GuardedLimit = (typeof GUARDED_LIMITS)[number];
