import type { ChainTransfer } from '@portside/chain';
import { expect, test } from 'vitest';
import { createFollowedChain, randomHex } from '../../testing/followed-chain.ts';
import { createWorld } from '../../testing/world.ts';
import { readChainCursor } from './following/chains.sql.ts';
import { recordScan } from './following/record-scan.ts';
import { depositMatcher } from '../recharges/index.ts';

/** Tokens of more than six decimals. */

test('amounts keep every unit; dust is recorded, moves no money and needs no decision', async () => {
  const { ctx } = await createWorld();
  const { chainId, wallet, token } = await createFollowedChain(ctx, 'ETH');
  const from = (await readChainCursor(ctx.db, chainId))!;
  const cursor = { number: from.number + 1, hash: randomHex(32), time: from.time + 12 };
  const transfer = (amountUnits: bigint, amountMicro: bigint): ChainTransfer => ({
    txHash: randomHex(32),
    ordinal: 0,
    blockNumber: cursor.number,
    blockHash: cursor.hash,
    blockTime: cursor.time,
    from: randomHex(20),
    to: wallet,
    amountUnits,
    amountMicro,
    orderRef: randomHex(32),
  });
  const units = 12_345_678_999_999_999_999n;
  const transfers = [transfer(units, 12_345_678n), transfer(999_999_999_999n, 0n)];
  const isRecorded = await recordScan(
    ctx,
    { network: 'ETH', chainId, token },
    from,
    {
      kind: 'scanned',
      head: cursor.number,
      final: cursor.number,
      cursor,
      transfers,
      quarantined: [],
      caughtUp: true,
      pending: [],
      pendingProblem: null,
    },
    { matcher: depositMatcher, blacklist: new Set() },
  );
  expect(isRecorded).toBe(true);

  const deposits = ctx.db.selectFrom('deposits').where('chain_id', '=', chainId);
  expect(await deposits.selectAll().orderBy('id').execute()).toMatchObject([
    { amount_units: units.toString(), amount_micro: 12_345_678n, state: 'unmatched', held_reason: null },
    { amount_units: '999999999999', amount_micro: 0n, state: 'rejected', user_id: null },
  ]);
  const moved = await ctx.db
    .selectFrom('ledger_movements')
    .select(['kind', 'amount_micro'])
    .where('kind', '=', 'deposit')
    .where('reference', 'in', deposits.select('id'))
    .execute();
  expect(moved).toEqual([{ kind: 'deposit', amount_micro: 12_345_678n }]);
});
