import { type Network, NETWORKS } from '@portside/contract';
import { randomBytes, randomInt } from 'node:crypto';
import type { Insertable } from 'kysely';
import { type Hex, toFunctionSelector } from 'viem';
import type { DepositsTable } from '../features/deposits/deposits.sql.ts';
import { insertQuarantined } from '../features/deposits/quarantine.sql.ts';
import { setPaymentMethod } from '../features/payment-methods/index.ts';
import { markSound } from './sealed-rows.ts';
import type { Ctx } from '../platform/context.ts';
import { recordOf, type ChainNode } from '@portside/chain';
import type { ChainAccess } from '../compose/app-parts.ts';

export type FollowedChain = {
  readonly chainId: bigint;
  readonly wallet: Hex;
  readonly token: Hex;
  readonly factory: Hex | undefined;
};

export const randomHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`;

/**
 * A new payment method on a chain without nodes, with the status of a followed one and a wallet found in order; with
 * own addresses if a factory is given, to a new wallet if none is.
 */
export async function createFollowedChain(
  ctx: Ctx,
  type: Network,
  factory?: Hex,
  wallet: Hex = randomHex(20),
): Promise<FollowedChain> {
  const chainId = randomInt(8_000_000, 900_000_000) + 1_000_000_000;
  const token = randomHex(20);
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

/** A row only: a deposit of this much on Ethereum, and its id. */
export async function recordDeposit(
  ctx: Ctx,
  amountMicro: bigint,
  change: Pick<Insertable<DepositsTable>, 'state' | 'user_id' | 'held_reason'> &
    Partial<Pick<DepositsTable, 'from_address'>>,
): Promise<bigint> {
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto('deposits')
    .values({
      network: 'ETH',
      chain_id: 1n,
      tx_hash: randomHex(32),
      ordinal: 0,
      block_number: 1,
      block_hash: randomHex(32),
      block_time: now,
      contract_address: randomHex(20),
      from_address: randomHex(20),
      to_address: randomHex(20),
      amount_micro: amountMicro,
      amount_units: amountMicro.toString(),
      order_ref: null,
      recorded_at: now,
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a quarantined log of Ethereum, without a transaction on the chain. Answers its id. */
export async function quarantineLog({ db, clock }: Ctx): Promise<bigint> {
  const place = { network: 'ETH', chainId: 1n, token: `0x${'0'.repeat(40)}` } as const;
  const reason = { code: 'logAddress', facts: {} } as const;
  const txHash = randomHex(32);
  await insertQuarantined(db, place, [{ txHash, ordinal: 0, blockNumber: 1, reason }], clock.now());
  const { id } = await db
    .selectFrom('quarantined_logs')
    .select('id')
    .where('tx_hash', '=', txHash)
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a transaction that its buyer named and that needs a person. Answers its id. */
export async function nameOpenPayment({ db, clock }: Ctx): Promise<bigint> {
  const { id: user_id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const found = { state: 'coin', network: 'ETH', chain_id: 1n, amount: '0.5' } as const;
  const { id } = await db
    .insertInto('named_payments')
    .values({
      ...found,
      user_id,
      tx_hash: randomHex(32),
      named_network: 'ETH',
      order_id: null,
      named_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of `recordSweep`. */
export const OWN: Hex = `0x${'5e'.repeat(20)}`;
/** The transaction of the sweep. */
export const SWEPT: Hex = `0x${'5f'.repeat(32)}`;

/** Rows only: the user's own address on Polygon, to which seven were paid, and from which two of them were swept. */
export async function recordSweep(ctx: Ctx, userId: bigint): Promise<void> {
  const { chainId, token, wallet, factory } = await createFollowedChain(ctx, 'POLYGON', randomHex(20));
  const now = ctx.clock.now();
  const at = { network: 'POLYGON', chain_id: chainId, block_number: 1, block_time: now, ordinal: 0 } as const;
  const address = { salt: randomHex(32), address: OWN, created_at: now, opened_at: now };
  await ctx.db
    .insertInto('deposit_addresses')
    .values({ ...address, user_id: userId, network: 'POLYGON', chain_id: chainId, factory_address: factory! })
    .execute();
  const deposit = {
    block_hash: randomHex(32),
    contract_address: token,
    from_address: randomHex(20),
    recorded_at: now,
  };
  const owned = { order_ref: null, state: 'credited', user_id: userId, owner_id: userId } as const;
  const amount = { amount_micro: 7_000_000n, amount_units: '7000000' };
  await ctx.db
    .insertInto('deposits')
    .values({ ...at, ...deposit, ...owned, ...amount, tx_hash: randomHex(32), to_address: OWN })
    .execute();
  const moved = { from_address: OWN, to_address: wallet, amount_units: '2000000', recorded_at: now };
  await ctx.db
    .insertInto('deposit_sweeps')
    .values({ ...at, ...moved, tx_hash: SWEPT })
    .execute();
}

/** The chain id of a fake node, and the decimals of every token on it. */
type Told = { readonly chainId: number; readonly decimals: number | null };

const DECIMALS = toFunctionSelector('decimals()');

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

/** A fake node that answers the checks made before an address is set. */
export function servingNode({ chainId, decimals }: Told): ChainNode {
  const answers: Record<string, string> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_getCode: decimals === null ? '0x' : '0x60',
  };
  const call = ({ data }: { readonly data: string }) => word(data === DECIMALS ? (decimals ?? 0) : 0);
  return {
    name: `node of chain ${chainId}`,
    request: async (method, [first]) =>
      method === 'eth_call' ? call(first as { data: string }) : answers[method],
  };
}

/** A fake node as a network's port. */
export const portOf = (node: ChainNode): ChainAccess => ({
  nodes: [node],
  quorum: 1,
  everyMs: 1,
  isOnLoopback: false,
});

/** A fake node of every network's main chain, as in production. */
export const servedChains = (): Record<Network, ChainAccess> =>
  Object.fromEntries(
    NETWORKS.map((network) => {
      const { mainChainId: chainId } = recordOf(network);
      return [network, portOf(servingNode({ chainId, decimals: recordOf(network).token.decimals }))];
    }),
  ) as Record<Network, ChainAccess>;

/** Saves the status of a followed main chain. */
export async function setFollowed({ db, clock }: Ctx, network: Network): Promise<void> {
  const status = {
    state: 'following',
    reasons: '[]',
    head: 106,
    final: 100,
    checked_at: clock.now(),
  } as const;
  const chain_id = BigInt(recordOf(network).mainChainId);
  await db
    .insertInto('chain_statuses')
    .values({ chain_id, network, ...status })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(status))
    .execute();
}
