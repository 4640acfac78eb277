import * as fc from 'fast-check';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { type NodeView, planScan, type NodeReport } from './plan-scan.ts';

const hash: Hex = `0x${'c1'.repeat(32)}`;
const otherHash: Hex = `0x${'c2'.repeat(32)}`;
const cursor = { number: 100, hash, time: 0 };
const rules = { chainId: 1, maxRange: 50, quorum: 1 };
const sees = (name: string, view: Partial<NodeView> = {}): NodeReport<string> => ({
  node: name,
  name,
  view: { chainId: 1, head: 130, final: 120, cursorHash: hash, ...view },
});
const fails = (name: string): NodeReport<string> => ({
  node: name,
  name,
  problem: `Node ${name}: no answer`,
});
const plan = (quorum: number, ...seen: NodeReport<string>[]) => planScan(seen, { ...rules, quorum }, cursor);

test('it reads from the block after the cursor to the final one', () => {
  expect(plan(1, sees('a'))).toEqual({
    kind: 'range',
    nodes: ['a'],
    from: 101,
    to: 120,
    head: 130,
    final: 120,
  });
});

test('a long way is walked in steps', () => {
  expect(plan(1, sees('a', { head: 9_000, final: 8_000 }))).toMatchObject({
    from: 101,
    to: 150,
    final: 8_000,
  });
});

test('nothing new is idle', () => {
  expect(plan(1, sees('a', { final: 100 }))).toEqual({ kind: 'idle', nodes: ['a'], head: 130, final: 100 });
});

test('with a quorum only what all chosen nodes have, and call final, is read', () => {
  expect(plan(2, sees('a', { final: 120 }), sees('b', { head: 125, final: 110 }))).toMatchObject({
    head: 125,
    nodes: ['a', 'b'],
    to: 110,
  });
});

test('a node that hangs does not hold back two that go on', () => {
  const seen = [sees('a', { final: 101 }), sees('b', { final: 119 }), sees('c', { final: 120 })];
  expect(plan(2, ...seen)).toMatchObject({ nodes: ['c', 'b'], to: 119 });
});

test('a failing node is passed over while enough others answer', () => {
  expect(plan(1, fails('a'), sees('b'))).toMatchObject({ kind: 'range', nodes: ['b'] });
  expect(plan(2, fails('a'), sees('b'))).toEqual({ kind: 'stalled', reason: 'Node a: no answer' });
});

test.each<[string, Partial<NodeView>, RegExp]>([
  ['on another chain', { chainId: 5 }, /chain 5, not 1/],
  ['behind the cursor', { final: 99 }, /behind: final 99/],
  ['without the block of the cursor', { cursorHash: null }, /does not have block 100/],
  ['whose final block is above its head', { head: 119 }, /calls block 120 final/],
])('a node %s is not used', (_, view, reason) => {
  expect(plan(1, sees('a', view))).toEqual({
    kind: 'stalled',
    reason: expect.stringMatching(reason) as string,
  });
  expect(plan(1, sees('a', view), sees('b'))).toMatchObject({ kind: 'range', nodes: ['b'] });
});

test('another block at the cursor halts, unless enough nodes know ours', () => {
  const other = sees('b', { cursorHash: otherHash });
  expect(plan(1, other)).toMatchObject({ kind: 'halted' });
  expect(plan(2, sees('a'), other)).toMatchObject({ kind: 'halted' });
  expect(plan(2, sees('a'), other, sees('c'))).toMatchObject({ kind: 'range', nodes: ['a', 'c'] });
});

test('a node on a foreign chain contradicts nothing', () => {
  expect(plan(1, sees('a', { chainId: 5, cursorHash: otherHash }))).toMatchObject({ kind: 'stalled' });
});

test('fewer nodes than the quorum never decide', () => {
  expect(plan(2, sees('a'))).toEqual({ kind: 'stalled', reason: '2 nodes are needed, 1 are set' });
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

test('whatever nodes say, the range starts at the cursor and every chosen node calls its end final', () => {
  fc.assert(
    fc.property(fc.array(anySeen, { maxLength: 5 }), fc.integer({ min: 1, max: 3 }), (views, quorum) => {
      const seen = views.map((view, index) => (view ? sees(String(index), view) : fails(String(index))));
      const decided = plan(quorum, ...seen);
      if (decided.kind === 'stalled' || decided.kind === 'halted') return;
      expect(new Set(decided.nodes).size).toBe(quorum);
      for (const name of decided.nodes) {
        const view = views[Number(name)];
        expect(view).toMatchObject({ chainId: 1, cursorHash: hash });
        expect(view?.final).toBeGreaterThanOrEqual(decided.kind === 'range' ? decided.to : cursor.number);
      }
      if (decided.kind === 'idle') return;
      expect(decided.from).toBe(101);
      expect(decided.to).toBeGreaterThanOrEqual(101);
      expect(decided.to - cursor.number).toBeLessThanOrEqual(rules.maxRange);
    }),
  );
});
