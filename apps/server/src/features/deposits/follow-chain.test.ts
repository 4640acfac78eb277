import { startDevchain } from '@portside/devchain';
import { usdtLookalikeAbi } from '@portside/checkout';
import { encodeFunctionData, numberToHex, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { Events } from '../../platform/events.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { checkLedger } from '../ledger/index.ts';
import { setPaymentMethod } from '../payment-methods/index.ts';
import { createFollowJob, isFollowed, readChainHealth } from './index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let chains: TestChains;
let world: ChainWorld;
let chainId: bigint;

beforeAll(async () => {
  chains = await startDevchain();
  chainId = BigInt(chains.chains.ETH.chainId);
});
beforeEach(async () => {
  world = await createChainWorld(chains);
});
afterAll(() => chains.stop());

const jobOf = (ctx: Ctx, nodes = [nodeOf(chains, 'ETH')]) =>
  createFollowJob(ctx, {
    network: 'ETH',
    nodes,
    quorum: nodes.length,
    everyMs: 1,
    takeLead: () => Promise.resolve(true),
  });
const deadNode = { ...nodeOf, name: 'dead', request: () => Promise.reject(new Error('never asked')) };
const listDeposits = (txHash: Hex) =>
  world.ctx.db.selectFrom('deposits').selectAll().where('tx_hash', '=', txHash).execute();
const readCursorRow = () =>
  world.ctx.db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirstOrThrow();
const healthOfEth = async () => {
  const health = await readChainHealth(world.ctx.db, world.ctx.clock.now());
  return health.find(({ network }) => network === 'ETH')!;
};
