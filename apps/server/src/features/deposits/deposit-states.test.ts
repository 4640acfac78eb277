import { expect, test } from 'vitest';
import {
  canMoveDeposit,
  DEPOSIT_MOVERS,
  DEPOSIT_STATES,
  DEPOSIT_TRANSITIONS,
  type AnyDepositState,
} from './deposit-states.ts';

const everyMove = DEPOSIT_STATES.flatMap((from) =>
  DEPOSIT_STATES.flatMap((to) => DEPOSIT_MOVERS.map((by) => [from, to, by] as const)),
);

test('only what the table lists is allowed, by whom it lists', () => {
  const allowed = everyMove.filter((move) => canMoveDeposit(...move));
  expect(new Set(allowed.map(String))).toEqual(new Set(DEPOSIT_TRANSITIONS.map(String)));
  expect(allowed).toHaveLength(17);
});

test('nothing becomes money before it is final, and nothing credited is credited again', () => {
  const into = (to: AnyDepositState) => everyMove.filter((move) => move[1] === to && canMoveDeposit(...move));
  expect(new Set(into('credited').map(([from]) => from))).toEqual(
    new Set(['final', 'unmatched', 'held', 'small']),
  );
  expect(into('final').map(([from]) => from)).toEqual(['seen']);
  expect(into('credited').filter(([, , by]) => by === 'watcher')).toEqual([]);
});

test('rejected and reversed are the end; a credit ends in a reversal by two admins only', () => {
  const after = (state: AnyDepositState) =>
    everyMove.filter((move) => move[0] === state && canMoveDeposit(...move));
  expect(after('rejected')).toEqual([]);
  expect(after('reversed')).toEqual([]);
  expect(after('credited')).toEqual([['credited', 'reversed', 'admins']]);
});
