/**
 * The states of a deposit, which begins as final: transfers that are not are in `pending_transfers`, come and go with
 * the chain's head and move no money.
 */
export const DEPOSIT_STATES = [
  'final',
  'held',
  'unmatched',
  'small',
  'credited',
  'rejected',
  'reversed',
] as const;

export type DepositState = (typeof DEPOSIT_STATES)[number];

/** Who moves a deposit: `buyer` by a signed claim, `admins` by a proposal of two people. */
export const DEPOSIT_MOVERS = ['matcher', 'buyer', 'admins'] as const;
export type DepositMover = (typeof DEPOSIT_MOVERS)[number];

export const DEPOSIT_TRANSITIONS: readonly (readonly [
  from: DepositState,
  to: DepositState,
  by: DepositMover,
])[] = [
  ['final', 'held', 'matcher'],
  ['final', 'credited', 'matcher'],
  ['final', 'unmatched', 'matcher'],
  // At a buyer's own address, below the minimum: waits until all that waits is enough together.
  ['final', 'small', 'matcher'],
  ['small', 'credited', 'matcher'],
  ['small', 'credited', 'admins'],
  ['small', 'rejected', 'admins'],
  // Dust of less than one micro-USDT.
  ['final', 'rejected', 'matcher'],
  ['unmatched', 'credited', 'buyer'],
  ['unmatched', 'credited', 'admins'],
  ['held', 'credited', 'admins'],
  ['held', 'rejected', 'admins'],
  ['unmatched', 'rejected', 'admins'],
  ['credited', 'reversed', 'admins'],
];

/** Whether the table of transitions has this one, by this mover. */
export const canMoveDeposit = (from: DepositState, to: DepositState, by: DepositMover): boolean =>
  DEPOSIT_TRANSITIONS.some(([a, b, mover]) => a === from && b === to && mover === by);
