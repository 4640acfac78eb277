import { parseMicro } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { readChainCursor } from '../../../apps/server/src/features/deposits/following/chains.sql.ts';
import { recordScan } from '../../../apps/server/src/features/deposits/following/record-scan.ts';
import { depositMatcher } from '../../../apps/server/src/features/recharges/index.ts';
import { createWarrantyClaim } from '../../../apps/server/src/features/orders/after-sales/warranty-claims.ts';
import { placeOrder } from '../../../apps/server/src/features/orders/index.ts';
import { refundOrder } from '../../../apps/server/src/features/orders/after-sales/refund-order.ts';
import { replaceItems } from '../../../apps/server/src/features/orders/after-sales/replace-items.ts';
import { createBonus } from '../../../apps/server/src/features/bonuses/write-bonus.ts';
import {
  createRedeemBatch,
  issueRedeemCodes,
} from '../../../apps/server/src/features/redeem-codes/redeem-batches.ts';
import { redeemCode } from '../../../apps/server/src/features/redeem-codes/redeem-code.ts';
import { createRecharge } from '../../../apps/server/src/features/recharges/create-recharge.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { signInAdmin } from '../../../apps/server/src/testing/people.ts';
import {
  type TestBuyer,
  buildAgent,
  buildBuyer,
  buildGoods,
  stockUp,
} from '../../../apps/server/src/testing/build.ts';
import { createFollowedChain } from '../../../apps/server/src/testing/followed-chain.ts';
import { idsAt } from '../../../apps/server/src/testing/sale.ts';
import { openItems } from '../../../apps/server/src/features/stock/index.ts';
import { Journal } from '../load/journal.ts';

export type Books = { readonly journal: Journal; readonly arrived: Map<string, string[]> };

const ORDERS = 3;
const STOCK = 40;

/** Correct books with their journal, created with the shop's use cases: a buyer, a paid top-up, orders and mails. */
export async function buildBooks(ctx: Ctx): Promise<Books> {
  const journal = new Journal();
  const buyer = await buildBuyer(ctx);
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, STOCK);
  journal.imports.push({ tag: 'books', lines: STOCK, isAcknowledged: true });
  const { ctx: admin } = await signInAdmin(ctx);
  const tiers = [{ from: '100', percent: '10' }];
  await createBonus(admin, { body: { name: 'autumn', tiers, levels: [], is_on: true } });
  await topUp(ctx, buyer, journal);
  await redeemOne(admin, await buildBuyer(ctx));
  const arrived = new Map<string, string[]>();
  for (let quantity = 1; quantity <= ORDERS; quantity += 1) {
    const orderNo = await buy(buyer, { goodsId: String(goodsId), quantity }, journal);
    arrived.set(orderNo, [await accountsOf(ctx, orderNo)]);
  }
  await remedyOrder(ctx, buyer, goodsId, { journal, arrived });
  return { journal, arrived };
}

/** One of two codes. */
async function redeemOne(admin: Ctx, { ctx }: TestBuyer): Promise<void> {
  const body = { note: 'a fair', value: '5', codes: 2 };
  const { id } = await createRedeemBatch(admin, { body, idempotencyKey: 'batch' });
  const { codes } = await issueRedeemCodes(admin, { params: { id } });
  await redeemCode(ctx, { body: { code: codes[0]!.replaceAll('-', '') } });
}

const CLAIMED = 4;

/** An order of an agent's buyer: of its four accounts one is replaced and one refunded. */
async function remedyOrder(
  ctx: Ctx,
  buyer: TestBuyer,
  goodsId: bigint,
  { journal, arrived }: Books,
): Promise<void> {
  const agent = await buildBuyer(ctx);
  await buildAgent(ctx, {
    userId: agent.id,
    platformName: 'Quay',
    telegram: '',
    commissionBasisPoints: 1_000,
  });
  await ctx.db.updateTable('users').set({ agent_id: agent.id }).where('id', '=', buyer.id).execute();
  const orderNo = await buy(buyer, { goodsId: String(goodsId), quantity: CLAIMED }, journal);
  const first = await accountsOf(ctx, orderNo);
  const [dead, wrong, slow] = (await idsAt(ctx.db, orderNo, [0, 1, 2])) as [string, string, string];
  const params = { order_no: orderNo };
  const reason = 'cannot sign in';
  await createWarrantyClaim(buyer.ctx, { params, body: { item_ids: [dead, wrong], reason } });
  await createWarrantyClaim(buyer.ctx, { params, body: { item_ids: [slow], reason } });
  const { ctx: admin } = await signInAdmin(ctx);
  await replaceItems(admin, { params, body: { item_ids: [dead], reason } });
  await refundOrder(admin, { params, body: { item_ids: [wrong], reason } });
  arrived.set(orderNo, [first]);
}

async function topUp(ctx: Ctx, buyer: TestBuyer, journal: Journal): Promise<void> {
  const { chainId, wallet, token } = await createFollowedChain(ctx, 'TRON');
  const key = 'top-up';
  const body = { type: 'TRON', amount: '100' } as const;
  const recharge = await createRecharge(buyer.ctx, { body, idempotencyKey: key });
  const amountMicro = parseMicro(recharge.pay_amount);
  const userId = String(buyer.id);
  journal.recharges.set(key, {
    key,
    userId,
    network: 'TRON',
    amount: '100',
    state: 'acknowledged',
    orderId: recharge.order_id,
    payAmountMicro: amountMicro,
    to: null,
    isPaid: true,
  });
  const from = (await readChainCursor(ctx.db, chainId))!;
  const cursor = { number: from.number + 10, hash: hexOf(32), time: from.time + 60 };
  const block = { blockNumber: cursor.number, blockHash: cursor.hash, blockTime: cursor.time };
  const transfer = {
    txHash: hexOf(32),
    ordinal: 0,
    from: hexOf(20),
    to: wallet,
    amountUnits: amountMicro,
    amountMicro,
    orderRef: null,
  };
  await recordScan(
    ctx,
    { network: 'TRON', chainId, token },
    from,
    {
      kind: 'scanned',
      head: cursor.number,
      final: cursor.number,
      cursor,
      transfers: [{ ...transfer, ...block }],
      quarantined: [],
      caughtUp: true,
      pending: [],
      pendingProblem: null,
    },
    { matcher: depositMatcher, blacklist: new Set() },
  );
  const { txHash: hash } = transfer;
  journal.transfers.push({ network: 'TRON', hash, userId, amountMicro, rechargeId: recharge.order_id });
}

async function buy(
  { id, ctx }: TestBuyer,
  { goodsId, quantity }: { goodsId: string; quantity: number },
  journal: Journal,
): Promise<string> {
  const key = `order-${quantity}`;
  const body = { goods_id: goodsId, quantity, gender: 'random' } as const;
  const { order_no: orderNo } = await placeOrder(ctx, { body, idempotencyKey: key });
  const entry = { key, userId: String(id), goodsId, quantity, state: 'asked', orderNo: null } as const;
  journal.orders.set(key, { ...entry });
  journal.acknowledgeOrder(journal.orders.get(key)!, orderNo);
  return orderNo;
}

async function accountsOf(ctx: Ctx, orderNo: string): Promise<string> {
  const ranges = await ctx.db
    .selectFrom('order_ranges')
    .innerJoin('orders', 'orders.id', 'order_ranges.order_id')
    .select(['first_id as firstId', 'end_id as endId'])
    .where('order_no', '=', orderNo)
    .execute();
  return (await openItems(ctx, ranges)).map(({ text }) => `${text}\n`).join('');
}

const hexOf = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`;
