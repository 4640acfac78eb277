import { chainsOf } from '@portside/chain';
import { formatBalance } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import {
  creditMatchedDeposit,
  keepSmallDeposit,
  lockSmallDeposits,
  sumSmallDeposits,
  type DepositRow,
} from '../../deposits/index.ts';
import { assetOf, openOwnRecharge } from '../open-own-recharge.ts';
import { publishRecharges } from '../publish-recharges.ts';
import type { RechargeRow } from '../recharges.sql.ts';
import { creditRecharge } from './credit-recharge.ts';
import { pickOwnRecharge } from './pick-own-recharge.ts';

/** Below it payments that answer no top-up share one: anybody can send a buyer hundreds of them. */
const TINY_MICRO = 10_000n;

/**
 * Credits deposits of one chain at buyers' own addresses to their owners, each as it came: to the open top-up that it
 * answers, which is done with that, or as a top-up of its own; all that are tiny as one. Below the network's minimum they
 * wait until all that waits for the owner is enough together. `open` are the locked open top-ups at these addresses; the
 * owners' balances are locked. Runs in the transaction that records the deposits.
 */
export async function creditOwnDeposits(
  ctx: Ctx,
  deposits: readonly DepositRow[],
  open: readonly RechargeRow[],
): Promise<void> {
  const left = new Set(open);
  for (const [ownerId, found] of Map.groupBy(deposits, ({ owner_id }) => owner_id!)) {
    const [{ chain_id: chainId, network }] = found as [DepositRow];
    // The others waited already.
    const came = found.filter(({ state }) => state === 'final');
    const minimumMicro = chainsOf(network).leastDepositMicro;
    const [small] = await sumSmallDeposits(ctx.db, ownerId, chainId);
    const waiting = BigInt(small?.sum ?? 0);
    const sum = came.reduce((total, { amount_micro }) => total + amount_micro, waiting);
    if (sum < minimumMicro || waiting > 0n)
      ctx.live.publish({ to: ownerId, name: 'smallPayment', data: { type: network } });
    if (sum < minimumMicro) {
      for (const deposit of came) await keepSmallDeposit(ctx, deposit);
      continue;
    }
    const waited = await lockSmallDeposits(ctx.db, ownerId, chainId);
    const tiny: DepositRow[] = [];
    for (const deposit of [...waited, ...came]) {
      const answered = pickOwnRecharge(deposit, [...left], minimumMicro);
      if (answered) left.delete(answered);
      if (!answered && deposit.amount_micro < TINY_MICRO) tiny.push(deposit);
      else await credit(ctx, [deposit], ownerId, answered);
    }
    for (const together of Map.groupBy(tiny, ({ to_address }) => to_address).values())
      await credit(ctx, together, ownerId, null);
  }
}

/** Credits these to one top-up, which is done with the last. */
async function credit(
  ctx: Ctx,
  deposits: readonly DepositRow[],
  ownerId: bigint,
  answered: RechargeRow | null,
): Promise<void> {
  const [first] = deposits as [DepositRow];
  const amount_micro = deposits.reduce((sum, deposit) => sum + deposit.amount_micro, 0n);
  const recharge =
    answered ?? (await openOwnRecharge(ctx, assetOf(first), { ...first, amount_micro }, ownerId));
  for (const deposit of deposits) {
    const { balanceMicro } = await creditMatchedDeposit(ctx, deposit, ownerId);
    const accepts = deposit === deposits.at(-1);
    const credited = await creditRecharge(ctx, recharge.id, deposit, { accepts });
    crashPoint('own deposit: credited');
    if (!accepts) continue;
    publishRecharges(ctx, [credited]);
    ctx.live.publish({ to: ownerId, name: 'balance', data: { balance: formatBalance(balanceMicro) } });
  }
}
