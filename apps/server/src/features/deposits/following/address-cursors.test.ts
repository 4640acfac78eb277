import { expect, test } from 'vitest';
import { createFollowedChain, randomHex } from '../../../testing/followed-chain.ts';
import { createWorld } from '../../../testing/world.ts';
import { readAddressCursor, setAddressCursorBack } from './address-cursors.sql.ts';

test.for([
  ['above', -10],
  ['of the same number', 0],
] as const)('a cursor %s, of the fork that was left, is set back', async ([, by]) => {
  const { ctx } = await createWorld();
  const { chainId } = await createFollowedChain(ctx, 'ETH');
  const at = (await readAddressCursor(ctx.db, chainId))!;
  const to = { number: at.number + by, hash: randomHex(32), time: at.time + by };
  await setAddressCursorBack(ctx.db, chainId, to);
  expect((await readAddressCursor(ctx.db, chainId))!.hash).toBe(to.hash);
});

test('a lower one stays', async () => {
  const { ctx } = await createWorld();
  const { chainId } = await createFollowedChain(ctx, 'ETH');
  const at = (await readAddressCursor(ctx.db, chainId))!;
  await setAddressCursorBack(ctx.db, chainId, { ...at, number: at.number + 1, hash: randomHex(32) });
  expect((await readAddressCursor(ctx.db, chainId))!.hash).toBe(at.hash);
});
