import type { RechargeState as ShownState, RechargeStatus } from '@portside/contract';

/** The states of a top-up. `seen`: it has a pending payment, which comes and goes with the chain's head. */
export const RECHARGE_STATES = [
  'waiting',
  'seen',
  'review',
  'credited',
  'cancelled',
  'expired',
  'rejected',
  'reversed',
] as const;
export type RechargeState = (typeof RECHARGE_STATES)[number];

/** Who moves a top-up; `admins` are two people. A submitted transaction hash moves nothing. */
export const RECHARGE_MOVERS = ['buyer', 'watcher', 'matcher', 'scheduler', 'admins'] as const;
export type RechargeMover = (typeof RECHARGE_MOVERS)[number];

export const RECHARGE_TRANSITIONS: readonly (readonly [
  from: RechargeState,
  to: RechargeState,
  by: RechargeMover,
])[] = [
  ['waiting', 'seen', 'watcher'],
  ['seen', 'waiting', 'watcher'],
  ['waiting', 'credited', 'matcher'],
  ['seen', 'credited', 'matcher'],
  ['waiting', 'cancelled', 'buyer'],
  ['waiting', 'expired', 'scheduler'],
  // A late payment that matches.
  ['expired', 'credited', 'matcher'],
  ['cancelled', 'credited', 'matcher'],
  // Paid again: the amount is reserved, so it is the same buyer's payment.
  ['credited', 'credited', 'matcher'],
  ['waiting', 'review', 'matcher'],
  ['seen', 'review', 'matcher'],
  // Another payment than the one in review.
  ['review', 'credited', 'matcher'],
  ['review', 'credited', 'admins'],
  // An admin assigned an unmatched payment to the top-up that it belongs to.
  ['waiting', 'credited', 'admins'],
  ['seen', 'credited', 'admins'],
  ['expired', 'credited', 'admins'],
  ['cancelled', 'credited', 'admins'],
  // Its buyer signed for a payment that nearly answers it.
  ['waiting', 'credited', 'buyer'],
  ['expired', 'credited', 'buyer'],
  ['review', 'rejected', 'admins'],
  ['credited', 'reversed', 'admins'],
];

/** Whether the table of transitions has this one, by this mover. */
export const canMoveRecharge = (from: RechargeState, to: RechargeState, by: RechargeMover): boolean =>
  RECHARGE_TRANSITIONS.some(([a, b, mover]) => a === from && b === to && mover === by);

/** The states from which `by` may move to `to`. */
export const statesBefore = (to: RechargeState, by: RechargeMover): RechargeState[] =>
  RECHARGE_STATES.filter((from) => canMoveRecharge(from, to, by));

const STATUSES: Record<RechargeState, RechargeStatus> = {
  waiting: 'recharging',
  seen: 'recharging',
  review: 'recharging',
  credited: 'successful',
  cancelled: 'failed',
  expired: 'failed',
  rejected: 'failed',
  reversed: 'failed',
};

/** The status of the specification, of which there are three. */
export const statusOf = (state: RechargeState): RechargeStatus => STATUSES[state];

/** The states that show as this status. */
export const statesOf = (status: RechargeStatus): RechargeState[] =>
  RECHARGE_STATES.filter((state) => STATUSES[state] === status);

/** The state that buyers see: a seen payment with confirmations is `confirming`, a reversed top-up `rejected`. */
export function shownStateOf(state: RechargeState, confirmations: number | null): ShownState {
  if (state === 'seen') return confirmations !== null && confirmations > 0 ? 'confirming' : 'seen';
  return state === 'reversed' ? 'rejected' : state;
}
