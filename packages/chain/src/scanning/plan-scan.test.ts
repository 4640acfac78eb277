import { FakeChain, txOf, watch, chainWithPayment, cursorAt, fakeNode } from '../testing/fake-chain.ts';
import type { NodeFinding } from '../types.ts';
import * as fc from 'fast-check';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { readFinalCursor } from './final-cursor.ts';
import { type NodeView, planScan, type NodeReport } from './plan-scan.ts';
import { RangeLimits } from './range-limits.ts';

const hash: Hex = `0x${'c1'.repeat(32)}`;
const otherHash: Hex = `0x${'c2'.repeat(32)}`;
const cursor = { number: 100, hash, time: 0 };
const rules = { chainId: 1, quorum: 1 };
const sees = (name: string, view: Partial<NodeView> = {}): NodeReport<string> => ({
  node: name,
  name,
  view: { chainId: 1, head: 130, final: 120, cursorHash: hash, ...view },
});
const fails = (name: string): NodeReport<string> => ({
  node: name,
  name,
  problem: { code: 'nodeTimedOut', facts: { node: name, method: 'eth_chainId' } },
});
const plan = (quorum: number, ...seen: NodeReport<string>[]) => planScan(seen, { ...rules, quorum }, cursor);

const names = (decided: ReturnType<typeof plan>) =>
  'usable' in decided ? decided.usable.map(({ name }) => name) : decided.kind;

test('it reads from the block after the cursor to the final one', () => {
  const decided = plan(1, sees('a'));
  expect(decided).toMatchObject({ kind: 'range', from: 101, finals: [120], head: 130, final: 120 });
  expect(names(decided)).toEqual(['a']);
});

test('nothing new is idle', () => {
  expect(plan(1, sees('a', { final: 100 }))).toMatchObject({ kind: 'idle', head: 130, final: 100 });
});

test('with a quorum only what so many nodes have, and call final, is read', () => {
  expect(plan(2, sees('a', { final: 120 }), sees('b', { head: 125, final: 110 }))).toMatchObject({
    head: 125,
    final: 110,
    finals: [110],
  });
});

test('a node that hangs does not hold back two that go on', () => {
  const seen = [sees('a', { final: 101 }), sees('b', { final: 119 }), sees('c', { final: 120 })];
  expect(plan(2, ...seen)).toMatchObject({ final: 119, finals: [119, 101] });
});

test('what is tried does not depend on the order of the nodes, or on one that claims more than all', () => {
  const honest = [sees('a', { final: 119 }), sees('b', { final: 115 })];
  const claims = sees('c', { final: 9_000, head: 9_001 });
  for (const seen of [
    [...honest, claims],
    [claims, ...honest],
    [honest[1]!, claims, honest[0]!],
  ])
    expect(plan(2, ...seen)).toMatchObject({ kind: 'range', final: 119, finals: [119, 115] });
});

test('a failing node is passed over while enough others answer, and named', () => {
  const decided = plan(1, fails('a'), sees('b'));
  expect(decided).toMatchObject({
    kind: 'range',
    problems: [{ name: 'a', problem: { code: 'nodeTimedOut' } }],
  });
  expect(names(decided)).toEqual(['b']);
  expect(plan(2, fails('a'), sees('b'))).toMatchObject({
    kind: 'stalled',
    reasons: [{ code: 'nodeTimedOut', facts: { node: 'a' } }],
  });
});

test.each<[string, Partial<NodeView>, NodeFinding]>([
  [
    'on another chain',
    { chainId: 5 },
    { code: 'nodeOtherChain', facts: { node: 'a', found: 5, expected: 1 } },
  ],
  ['behind the cursor', { final: 99 }, { code: 'nodeBehind', facts: { node: 'a', final: 99, read: 100 } }],
  [
    'without the block of the cursor',
    { cursorHash: null },
    { code: 'nodeWithoutBlock', facts: { node: 'a', block: 100 } },
  ],
  [
    'whose final block is above its head',
    { head: 119 },
    { code: 'nodeFinalAboveHead', facts: { node: 'a', final: 120, head: 119 } },
  ],
])('a node %s is not used', (_, view, reason) => {
  expect(plan(1, sees('a', view))).toMatchObject({
    kind: 'stalled',
    reasons: [reason],
  });
  const decided = plan(1, sees('a', view), sees('b'));
  expect(decided.kind).toBe('range');
  expect(names(decided)).toEqual(['b']);
});

test('another block at the cursor halts where enough nodes know it; fewer only disagree', () => {
  const other = sees('b', { cursorHash: otherHash });
  expect(plan(1, other)).toMatchObject({ kind: 'halted' });
  expect(plan(2, sees('a'), other)).toMatchObject({ kind: 'disagreeing' });
  expect(plan(2, sees('a'), other, sees('c', { cursorHash: otherHash }))).toMatchObject({ kind: 'halted' });
  const third: Hex = `0x${'c3'.repeat(32)}`;
  expect(plan(2, other, sees('c', { cursorHash: third }))).toMatchObject({ kind: 'disagreeing' });
  expect(names(plan(2, sees('a'), other, sees('c')))).toEqual(['a', 'c']);
});

test('a node on a foreign chain contradicts nothing', () => {
  expect(plan(1, sees('a', { chainId: 5, cursorHash: otherHash }))).toMatchObject({ kind: 'stalled' });
});

test('fewer nodes than the quorum never decide', () => {
  expect(plan(2, sees('a'))).toMatchObject({
    kind: 'stalled',
    reasons: [{ code: 'nodesTooFew', facts: { needed: 2, set: 1 } }],
  });
  expect(plan(1)).toMatchObject({ kind: 'stalled' });
});

const anySeen = fc.oneof(
  fc.record({
    chainId: fc.constantFrom(1, 1, 1, 5),
    head: fc.integer({ min: 95, max: 400 }),
    final: fc.integer({ min: 95, max: 400 }),
    cursorHash: fc.constantFrom(hash, hash, hash, otherHash, null),
  }),
  fc.constant(null),
);

test('whatever nodes say, in whatever order, the range starts at the cursor and enough nodes call its end final', () => {
  fc.assert(
    fc.property(fc.array(anySeen, { maxLength: 5 }), fc.integer({ min: 1, max: 3 }), (views, quorum) => {
      const seen = views.map((view, index) => (view ? sees(String(index), view) : fails(String(index))));
      const decided = plan(quorum, ...seen);
      const turned = plan(quorum, ...seen.toReversed());
      expect(turned.kind).toBe(decided.kind);
      if (!('usable' in decided)) return;
      expect(decided.usable.length).toBeGreaterThanOrEqual(quorum);
      for (const { view } of decided.usable) expect(view).toMatchObject({ chainId: 1, cursorHash: hash });
      if (decided.kind === 'idle') return;
      expect(turned).toMatchObject({ finals: decided.finals, final: decided.final });
      expect(decided.from).toBe(101);
      for (const end of decided.finals) {
        expect(end).toBeGreaterThanOrEqual(101);
        const able = decided.usable.filter(({ view }) => view.final >= end);
        expect(able.length).toBeGreaterThanOrEqual(quorum);
      }
    }),
  );
});

test('a fresh installation starts at the block that all call final', async () => {
  const chain = chainWithPayment();
  const nodes = [fakeNode(chain, { lag: 1 }), fakeNode(chain, { lag: 3 })];
  expect(await readFinalCursor(nodes, { ...watch, quorum: 2 })).toEqual(cursorAt(chain, 4));
  expect(await readFinalCursor(nodes, watch)).toEqual(cursorAt(chain, 6));
});

test('it has no start while nodes are missing, foreign or at odds', async () => {
  const chain = chainWithPayment();
  const fork = new FakeChain(2);
  fork.mine(txOf('fork'));
  fork.mineEmpty(5);
  const both = { ...watch, quorum: 2 };
  expect(await readFinalCursor([fakeNode(chain)], both)).toBeNull();
  expect(await readFinalCursor([fakeNode(chain), fakeNode(chain, { chainId: 5 })], both)).toBeNull();
  expect(await readFinalCursor([fakeNode(chain), fakeNode(fork)], both)).toBeNull();
});

test('a refusal halves, down to one', () => {
  const limits = new RangeLimits();
  expect(limits.lengthOf('a', 2_000)).toBe(2_000);
  limits.refuse('a', 2_000);
  expect(limits.lengthOf('a', 2_000)).toBe(1_000);
  expect(limits.lengthOf('b', 2_000)).toBe(2_000);
  for (let length = 1_000; length > 1; length = limits.lengthOf('a', 2_000)) limits.refuse('a', length);
  limits.refuse('a', 1);
  expect(limits.lengthOf('a', 2_000)).toBe(1);
});

test('it grows slowly, ever more slowly where growing fails, and never beyond what is wanted', () => {
  const limits = new RangeLimits();
  const LIMIT = 100;
  let refused = 0;
  limits.refuse('a', 150);
  for (let asked = 0; asked < 10_000; asked++) {
    const length = limits.lengthOf('a', 2_000);
    if (length > LIMIT) {
      refused += 1;
      limits.refuse('a', length);
    } else limits.answer('a', length);
  }
  expect(limits.lengthOf('a', 2_000)).toBeGreaterThan(75);
  expect(refused).toBeLessThan(12);
  expect(limits.lengthOf('a', 10)).toBe(10);
});

test('what is shorter than the known length proves nothing', () => {
  const limits = new RangeLimits();
  limits.refuse('a', 100);
  for (let asked = 0; asked < 1_000; asked++) limits.answer('a', 3);
  expect(limits.lengthOf('a', 2_000)).toBe(50);
  // Many logs in few blocks.
  limits.refuse('a', 8);
  expect(limits.lengthOf('a', 2_000)).toBe(4);
});
