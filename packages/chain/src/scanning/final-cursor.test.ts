import { expect, test } from 'vitest';
import { readFinalCursor } from './final-cursor.ts';
import { FakeChain, txOf, watch, chainWithPayment, cursorAt } from '../testing/fake-chain.ts';
import { fakeNode } from '../testing/fake-node.ts';

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
