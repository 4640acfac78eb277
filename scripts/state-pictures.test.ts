import { ORDER_STATUSES, WARRANTY_CLAIM_STATES } from '@portside/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEPOSIT_TRANSITIONS } from '../apps/server/src/features/deposits/deposit-states.ts';
import { nextStatus } from '../apps/server/src/features/orders/order-states.ts';
import { RECHARGE_TRANSITIONS } from '../apps/server/src/features/recharges/recharge-states.ts';

type Move = readonly [from: string, to: string, by: string];

const WORDS = {
  read: 'read',
  mailed: 'mailed',
  partlyRefunded: 'refunded in part',
  fullyRefunded: 'refunded',
};

const orderMoves: Move[] = ORDER_STATUSES.flatMap((from) =>
  (['read', 'mailed', 'partlyRefunded', 'fullyRefunded'] as const).flatMap((step): Move[] => {
    const to = nextStatus(from, step);
    return to === null || to === from ? [] : [[from, to, WORDS[step]]];
  }),
);

const claimMoves: Move[] = WARRANTY_CLAIM_STATES.filter((state) => state !== 'open').map((state) => [
  'open',
  state,
  'admin',
]);

/** One arrow for each pair of states, with everyone who may move along it. */
function draw(moves: readonly Move[]): string {
  const arrows = Map.groupBy(moves, ([from, to]) => `${from} --> ${to}`);
  const lines = [...arrows].map(
    ([arrow, of]) => `  ${arrow}: ${[...new Set(of.map(([, , by]) => by))].join(', ')}`,
  );
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

test('the pictures of states are those of the tables of transitions', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8');
  const [, shown] = /<!-- states: begin -->([\s\S]*?)<!-- states: end -->/.exec(page)!;
  const sections = [
    ['A top-up', RECHARGE_TRANSITIONS],
    ['A deposit', DEPOSIT_TRANSITIONS],
    ['An order', orderMoves],
    ['A warranty claim', claimMoves],
  ] as const;
  const drawn = sections.map(([title, moves]) => `### ${title}\n\n${draw(moves)}`).join('\n\n');
  expect(shown!.trim()).toBe(drawn);
});
