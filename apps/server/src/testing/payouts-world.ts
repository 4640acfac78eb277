import { randomBytes, randomUUID } from 'node:crypto';
import { formatAddress } from '@portside/chain';
import {
  type Event,
  FakeChain,
  fakeNode,
  type FakeNode,
  token,
  transferEvent,
  treasury,
  txOf,
} from '@portside/chain/testing/fake-chain';
import {
  parseMicro,
  type AgentPayoutRequest,
  type CommissionFigures,
  type Input,
  type PayoutRequest,
} from '@portside/contract';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { applyReversal } from '../features/deposits/decisions/apply-decision.ts';
import { recordPayout } from '../features/agents/record-payout.ts';
import {
  findLedgerMismatches,
  postAdjustment,
  readAvailableMicro,
  readOwnedMicro,
  recordBonus,
  recordCredit,
  recordDeposit,
  recordRedemption,
} from '../features/ledger/index.ts';
import { refundOrder } from '../features/orders/after-sales/refund-order.ts';
import { placeOrder } from '../features/orders/index.ts';
import { setPaymentMethod } from '../features/payment-methods/index.ts';
import { approvePayout, listPayouts, rejectPayout } from '../features/payouts/decide-payout.ts';
import { readOwnBalancePayouts, requestBalancePayout } from '../features/payouts/balance-payout.ts';
import { confirmPayouts, sumApproved } from '../features/payouts/index.ts';
import { recordPayoutTransaction, startPayout } from '../features/payouts/pay-payout.ts';
import { readOwnPayouts, requestPayout } from '../features/payouts/request-payout.ts';
import { openSession } from '../features/sessions/open-session.ts';
import { changeSettings } from '../features/settings/settings.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { inTransaction, type Ctx } from '../platform/context.ts';
import { buildAgent, buildBuyer, buildGoods, stockUp } from './build.ts';
import { randomAddress } from './chain-world.ts';
import { createPerson, signInAdmin, TEST_PASSWORD } from './people.ts';
import { createWorld, type TestClock } from './world.ts';

export const TYPE = 'ETH';
export const CHAIN_ID = 7_700_001;
export const MICRO = 1_000_000n;
/** Of what is sold here. */
export const WARRANTY_MS = 48 * HOUR_MS;

/** With commission of a tenth of what their buyer pays, 100 USDT an account. */
type TestAgent = {
  readonly id: bigint;
  readonly ctx: Ctx;
  /** Where they are paid. */
  readonly address: string;
  sell(quantity?: number): Promise<string>;
  ask(
    amount: string,
    change?: Partial<Input<'requestPayout'>['body']>,
    idempotencyKey?: string,
  ): Promise<PayoutRequest>;
  figures(): Promise<CommissionFigures>;
  /** Sells so many accounts, and lets their warranty end. */
  earn(quantity: number): Promise<void>;
};

/** Somebody with an open session, as payouts ask for. */
async function signInPerson(ctx: Ctx) {
  const { user, actor } = await createPerson(ctx);
  await openSession(ctx, user, { address: '203.0.113.5', userAgent: 'test' });
  const { id: sessionId } = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const own: Ctx = { ...ctx, actor: { ...actor, sessionId } };
  return { user, own };
}

async function hire(ctx: Ctx, clock: TestClock, goodsId: bigint): Promise<TestAgent> {
  const { user, own } = await signInPerson(ctx);
  const named = { userId: user.id, platformName: 'Quay', telegram: '' };
  await buildAgent(ctx, { ...named, commissionBasisPoints: 1_000 });
  const buyer = await buildBuyer(ctx, 100_000n * MICRO);
  await ctx.db.updateTable('users').set({ agent_id: user.id }).where('id', '=', buyer.id).execute();
  const sell = async (quantity = 1): Promise<string> => {
    const body = { goods_id: String(goodsId), quantity, gender: 'random' } as const;
    return (await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() })).order_no;
  };
  const address = formatAddress(TYPE, randomAddress());
  return {
    id: user.id,
    ctx: own,
    address,
    sell,
    ask: (amount, change = {}, idempotencyKey = randomUUID()) =>
      requestPayout(own, {
        body: { amount, type: TYPE, address, password: TEST_PASSWORD, ...change },
        idempotencyKey,
      }),
    figures: async () => (await readOwnPayouts(own)).figures,
    earn: async (quantity) => {
      await sell(quantity);
      clock.advance(WARRANTY_MS + 1);
    },
  };
}

export const takeTopUps = (ctx: Ctx) =>
  setPaymentMethod(ctx, {
    type: TYPE,
    chainId: CHAIN_ID,
    contractAddress: token,
    walletAddress: treasury,
    checkoutAddress: null,
    nodesOnLoopback: true,
  });

/** A shop with agents, their sales, and a chain in memory on which an operator pays them. */
export async function openPayoutsWorld() {
  const { ctx, clock, pool } = await createWorld();
  const [ann, bob] = [await signInAdmin(ctx), await signInAdmin(ctx)];
  const chain = new FakeChain(3);
  const nodeNamed = (name: string): FakeNode => fakeNode(chain, { name, chainId: CHAIN_ID });
  await takeTopUps(ctx);
  await changeSettings(ann.ctx, { refund_approval_above: '1000000' });
  const goodsId = await buildGoods(ctx, { price_micro: 100n * MICRO, warranty_hours: 48 });
  await stockUp(ctx, goodsId, 5_000);

  const at = (id: string) => ({ params: { id } });
  return {
    ctx,
    clock,
    pool,
    ann,
    bob,
    chain,
    nodeNamed,
    hire: () => hire(ctx, clock, goodsId),
    /** A transaction in a block of now, with as many after it as make it final. Answers its hash. */
    mine(name: string, event: Event, { isFinal = true, failed = false } = {}): string {
      const tx = { ...txOf(name, event), failed };
      chain.mine(tx);
      const timestamp = Math.floor(clock.now().getTime() / 1_000);
      chain.blocks[chain.head] = { ...chain.blocks[chain.head]!, timestamp };
      if (isFinal) chain.mineEmpty(3);
      return tx.hash;
    },
    confirm: (nodes = [nodeNamed('a')]) => confirmPayouts(ctx, { [TYPE]: { nodes, quorum: nodes.length } }),
    approve: (id: string, by = ann, is_checked = false) =>
      approvePayout(by.ctx, { ...at(id), query: { is_checked: is_checked ? 'true' : 'false' } }),
    start: (id: string, again = false) => startPayout(ann.ctx, { ...at(id), body: { again } }),
    record: (id: string, tx_hash: string) =>
      recordPayoutTransaction(ann.ctx, { ...at(id), body: { tx_hash } }),
    reject: (id: string, is_unpaid = false) =>
      rejectPayout(ann.ctx, { ...at(id), body: { reason: 'another address', is_unpaid } }),
    refund: (order_no: string) => refundOrder(ann.ctx, { params: { order_no }, body: { reason: 'dead' } }),
    /** Recorded by hand. */
    payByHand: (agent: TestAgent, amount: string) =>
      recordPayout(
        ann.ctx,
        { sumApproved },
        {
          params: { id: String(agent.id) },
          body: { amount, note: 'by transfer' },
          idempotencyKey: randomUUID(),
        },
      ),
    async stateOf(id: string): Promise<AgentPayoutRequest> {
      const { items } = await listPayouts(ann.ctx, { query: { limit: 100 } });
      return items.find((one) => one.id === id)!;
    },
    mismatches: async (agent: TestAgent) =>
      (await findLedgerMismatches(ctx.db)).filter(({ userId }) => userId === agent.id),
  };
}
export type PayoutsWorld = Awaited<ReturnType<typeof openPayoutsWorld>>;

/** The transfer that pays an agent. */
export const paymentOf = ({ address }: TestAgent, micro: bigint): Event =>
  transferEvent(address.toLowerCase() as Hex, micro);

let references = 10n ** 13n;
const nextReference = (): bigint => (references += 1n);

type TopUp = {
  readonly userId: bigint;
  readonly from: Hex;
  readonly micro: bigint;
  readonly bonusMicro: bigint;
};

/** A payment of a wallet that was credited, and perhaps earned a bonus. */
async function creditDeposit(step: Ctx, { userId, from, micro, bonusMicro }: TopUp): Promise<bigint> {
  const now = step.clock.now();
  const { id } = await step.db
    .insertInto('deposits')
    .values({
      network: TYPE,
      chain_id: BigInt(CHAIN_ID),
      tx_hash: `0x${randomBytes(32).toString('hex')}`,
      ordinal: 0,
      block_number: 1,
      block_hash: `0x${'11'.repeat(32)}`,
      block_time: now,
      contract_address: token,
      from_address: from,
      to_address: treasury,
      owner_id: null,
      amount_units: micro.toString(),
      amount_micro: micro,
      order_ref: null,
      state: 'credited',
      user_id: userId,
      recorded_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordDeposit(step, { depositId: id, network: TYPE, amountMicro: micro });
  await recordCredit(step, { depositId: id, userId, amountMicro: micro });
  if (bonusMicro > 0n) await recordBonus(step, { depositId: id, userId, amountMicro: bonusMicro });
  return id;
}

/** A buyer with a wallet that tops up. */
export async function createToppingUp(ctx: Ctx, goodsId: bigint) {
  const { user, own } = await signInPerson(ctx);
  const key = generatePrivateKey();
  const wallet = privateKeyToAccount(key).address.toLowerCase() as Hex;
  const book = <T>(write: (step: Ctx) => Promise<T>): Promise<T> => inTransaction(ctx, write);
  const topUp = (micro: bigint, bonusMicro = 0n, from = wallet) =>
    book((step) => creditDeposit(step, { userId: user.id, from, micro, bonusMicro }));
  return {
    id: user.id,
    ctx: own,
    key,
    wallet,
    topUp,
    /** Its chain has lost it. Who owes for it is blocked, and here let in again at once. */
    reverse: async (depositId: bigint) => {
      await applyReversal(ctx, { proposalId: '1', terms: { deposit_id: String(depositId) } } as never);
      await ctx.db.updateTable('users').set({ status: 'active' }).where('id', '=', user.id).execute();
    },
    give: (micro: bigint) =>
      book((step) =>
        recordRedemption(step, { codeId: nextReference(), userId: user.id, amountMicro: micro }),
      ),
    adjust: (micro: bigint) =>
      book((step) =>
        postAdjustment(step, { proposalId: nextReference(), userId: user.id, amountMicro: micro }),
      ),
    buy: async (quantity = 1): Promise<string> => {
      const body = { goods_id: String(goodsId), quantity, gender: 'random' } as const;
      return (await placeOrder(own, { body, idempotencyKey: randomUUID() })).order_no;
    },
    ask: (
      amount: string,
      to: Hex = wallet,
      db = own.db,
      key_: string = randomUUID(),
    ): Promise<PayoutRequest> =>
      requestBalancePayout(
        { ...own, db },
        {
          body: { amount, type: TYPE, address: formatAddress(TYPE, to), password: TEST_PASSWORD },
          idempotencyKey: key_,
        },
      ),
    read: () => readOwnBalancePayouts(own),
    balance: () => readAvailableMicro(ctx.db, user.id),
    held: async () => (await readOwnedMicro(ctx.db, user.id)) - (await readAvailableMicro(ctx.db, user.id)),
    mismatches: async () => (await findLedgerMismatches(ctx.db)).filter(({ userId }) => userId === user.id),
  };
}

/** Waits, approves and pays, as an operator does. */
async function payBack(world: PayoutsWorld, request: PayoutRequest, name: string): Promise<string> {
  await world.approve(request.id, world.ann, true);
  world.clock.advance(25 * HOUR_MS);
  await world.start(request.id);
  const to = request.address.toLowerCase() as Hex;
  const hash = world.mine(name, transferEvent(to, parseMicro(request.amount)));
  await world.record(request.id, hash);
  await world.confirm();
  return hash;
}

/** The same shop, where balances are paid back, and a product without another agent's buyer. */
export async function openBalanceWorld() {
  const world = await openPayoutsWorld();
  const { ctx } = world;
  const goodsId = await buildGoods(ctx, { price_micro: 10n * MICRO, warranty_hours: 48 });
  await stockUp(ctx, goodsId, 5_000);
  await changeSettings(world.ann.ctx, {
    balance_payouts: true,
    balance_payout_minimum: '1',
    balance_payout_maximum: '1000000',
  });
  return {
    ...world,
    createBuyer: () => createToppingUp(ctx, goodsId),
    payBack: (request: PayoutRequest, name: string) => payBack(world, request, name),
  };
}
export type BalanceWorld = Awaited<ReturnType<typeof openBalanceWorld>>;
