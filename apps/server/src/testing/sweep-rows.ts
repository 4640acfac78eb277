import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import type { Ctx } from '../platform/context.ts';
import { createFollowedChain } from './followed-chain.ts';

const bytes = (count: number): Hex => `0x${randomBytes(count).toString('hex')}`;

export const OWN: Hex = `0x${'5e'.repeat(20)}`;
/** The transaction of the sweep. */
export const SWEPT: Hex = `0x${'5f'.repeat(32)}`;

/** Rows only: the user's own address on Polygon, to which seven were paid, and from which two of them were swept. */
export async function recordSweep(ctx: Ctx, userId: bigint): Promise<void> {
  const { chainId, token, wallet, factory } = await createFollowedChain(ctx, 'POLYGON', bytes(20));
  const now = ctx.clock.now();
  const at = { network: 'POLYGON', chain_id: chainId, block_number: 1, block_time: now, ordinal: 0 } as const;
  const address = { salt: bytes(32), address: OWN, created_at: now, opened_at: now };
  await ctx.db
    .insertInto('deposit_addresses')
    .values({ ...address, user_id: userId, network: 'POLYGON', chain_id: chainId, factory_address: factory! })
    .execute();
  const deposit = {
    block_hash: bytes(32),
    contract_address: token,
    from_address: bytes(20),
    recorded_at: now,
  };
  const owned = { order_ref: null, state: 'credited', user_id: userId, owner_id: userId } as const;
  const amount = { amount_micro: 7_000_000n, amount_units: '7000000' };
  await ctx.db
    .insertInto('deposits')
    .values({ ...at, ...deposit, ...owned, ...amount, tx_hash: bytes(32), to_address: OWN })
    .execute();
  const moved = { from_address: OWN, to_address: wallet, amount_units: '2000000', recorded_at: now };
  await ctx.db
    .insertInto('deposit_sweeps')
    .values({ ...at, ...moved, tx_hash: SWEPT })
    .execute();
}
