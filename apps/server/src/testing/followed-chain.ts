import type { Network } from '@portside/contract';
import { randomBytes, randomInt } from 'node:crypto';
import type { Hex } from 'viem';
import { setPaymentMethod } from '../features/payment-methods/index.ts';
import { markSound } from './method-rows.ts';
import type { Ctx } from '../platform/context.ts';

export type FollowedChain = {
  readonly chainId: bigint;
  readonly wallet: Hex;
  readonly token: Hex;
  readonly factory: Hex | undefined;
};

const randomHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`;

/**
 * A new payment method on a chain without nodes, with the status of a followed one and a wallet found in order; with own
 * addresses where a factory is given.
 */
export async function createFollowedChain(ctx: Ctx, type: Network, factory?: Hex): Promise<FollowedChain> {
  const chainId = randomInt(8_000_000, 900_000_000) + 1_000_000_000;
  const [wallet, token] = [randomHex(20), randomHex(20)];
  const made = factory === undefined ? {} : { factoryAddress: factory };
  const method = { type, chainId, contractAddress: token, walletAddress: wallet, ...made };
  await setPaymentMethod(ctx, { ...method, checkoutAddress: randomHex(20), nodesOnLoopback: true });
  await ctx.db
    .insertInto('chain_statuses')
    .values({
      chain_id: BigInt(chainId),
      network: type,
      state: 'following',
      reasons: '[]',
      head: 106,
      final: 100,
      checked_at: ctx.clock.now(),
    })
    .execute();
  await setReadUntil(ctx, BigInt(chainId), ctx.clock.now());
  await markSound(ctx, type);
  return { chainId: BigInt(chainId), wallet, token, factory };
}

/** Sets the cursor as if the chain had been read up to that block time. */
export async function setReadUntil(ctx: Ctx, chainId: bigint, time: Date): Promise<void> {
  const cursor = { block_number: 100, block_hash: randomHex(32), block_time: time };
  await ctx.db
    .insertInto('chain_cursors')
    .values({ chain_id: chainId, ...cursor })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(cursor))
    .execute();
}
