import { RECHARGE_STATUSES } from '@portside/contract';
import { expect, test } from 'vitest';
import {
  canMoveRecharge,
  RECHARGE_MOVERS,
  RECHARGE_STATES,
  RECHARGE_TRANSITIONS,
  shownStateOf,
  statesBefore,
  statesOf,
  statusOf,
} from './recharge-states.ts';

const everyMove = RECHARGE_STATES.flatMap((from) =>
  RECHARGE_STATES.flatMap((to) => RECHARGE_MOVERS.map((by) => [from, to, by] as const)),
);

test('only what the table lists is allowed, by whom it lists', () => {
  const allowed = everyMove.filter((move) => canMoveRecharge(...move));
  expect(new Set(allowed.map(String))).toEqual(new Set(RECHARGE_TRANSITIONS.map(String)));
  expect(allowed).toHaveLength(19);
});

test('a buyer can only cancel, the follower can only show, time can only expire', () => {
  const targets = (by: string) =>
    new Set(everyMove.filter((move) => move[2] === by && canMoveRecharge(...move)).map(([, to]) => to));
  expect(targets('buyer')).toEqual(new Set(['cancelled']));
  expect(targets('watcher')).toEqual(new Set(['seen', 'waiting']));
  expect(targets('scheduler')).toEqual(new Set(['expired']));
});

test('a payment that was seen can neither be cancelled nor expire', () => {
  expect(statesBefore('cancelled', 'buyer')).toEqual(['waiting']);
  expect(statesBefore('expired', 'scheduler')).toEqual(['waiting']);
});

test('a deposit makes every open or failed top-up successful, but not one that people decided on', () => {
  expect(statesBefore('credited', 'matcher')).toEqual([
    'waiting',
    'seen',
    'review',
    'credited',
    'cancelled',
    'expired',
  ]);
  expect(statesBefore('credited', 'admins')).toEqual(['waiting', 'seen', 'review', 'cancelled', 'expired']);
});

test('each state has one status, and a status finds its states', () => {
  const found = RECHARGE_STATUSES.flatMap(statesOf);
  expect(found.toSorted()).toEqual(RECHARGE_STATES.toSorted());
  expect(RECHARGE_STATES.filter((state) => !statesOf(statusOf(state)).includes(state))).toEqual([]);
  expect(statesOf('successful')).toEqual(['credited']);
});

test('a payment is seen in its own block and being confirmed from the next one on', () => {
  expect(shownStateOf('seen', null)).toBe('seen');
  expect(shownStateOf('seen', 0)).toBe('seen');
  expect(shownStateOf('seen', 1)).toBe('confirming');
  expect(shownStateOf('credited', 9)).toBe('credited');
});
