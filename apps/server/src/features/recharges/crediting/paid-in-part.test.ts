import { formatTxHash } from '@portside/chain';
import { formatMicro, parseMicro, type Network, type Recharge } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { signInAdmin } from '../../../testing/people.ts';
import {
  createChainWorld,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { approveProposal } from '../../approvals/decide-proposal.ts';
import { reverseDeposit } from '../../deposits/decisions/decisions.ts';
import { cancelRecharge, readRecharge } from '../own-recharges.ts';
import { createRecharge } from '../create-recharge.ts';
import { expireRecharges } from '../expire-recharges.ts';
import { readAnyRecharge } from '../listing/read-any-recharge.ts';
import type { IncomingPayment } from '../recharges.sql.ts';
import { isReservable } from '../reserved-amounts.ts';
import { findPaidRecharge, type RechargeCandidate } from './match-payment.ts';

describe('paid in part', () => {
  const NETWORK: Network = 'ETH';

  let chains: TestChains;
  let world: ChainWorld;

  beforeAll(async () => {
    chains = await startDevchain();
  });

  beforeEach(async () => {
    world = await createChainWorld(chains, [NETWORK]);
  });

  afterAll(() => chains.stop());

  let keys = 0;
  const ask = (ctx: Ctx, amount = '10'): Promise<Recharge> =>
    createRecharge(ctx, { body: { type: NETWORK, amount }, idempotencyKey: `part ${(keys += 1)}` });
  const read = (ctx: Ctx, { order_id }: Recharge): Promise<Recharge> =>
    readRecharge(ctx, { params: { order_id } });

  /** Names a top-up through the checkout contract, as anyone can. */
  const payByCheckout = (recharge: Recharge, amount: string, payer?: Hex): Promise<Hex> =>
    world.payByCheckout(NETWORK, recharge, amount, payer);

  async function block(address: Hex): Promise<void> {
    const entry = { network: NETWORK, address, list: 'own' as const, note: 'stolen', created_at: new Date() };
    await world.ctx.db.insertInto('blocked_wallets').values(entry).execute();
  }

  test("a stranger's micro-USDT that names a top-up neither pays it nor shows on it", async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx);
    await payByCheckout(recharge, '0.000001');
    await world.follow(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'waiting', tx_hash: null });
    await world.settle(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'recharging',
      sub_state: 'waiting',
      tx_hash: null,
      sender_address: null,
      credited_amount: '0.000001',
      missing_amount: '9.999999',
    });

    const hash = await world.payFinally(NETWORK, recharge.pay_amount);
    const came = parseMicro(recharge.pay_amount) + 1n;
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'successful',
      tx_hash: formatTxHash(NETWORK, hash),
      credited_amount: formatMicro(came),
      missing_amount: null,
    });
    expect(await buyer.balance()).toBe(came);
  });

  test('a stranger cannot keep a top-up from being cancelled by naming it', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx);
    await payByCheckout(recharge, '0.000001');
    await world.follow(NETWORK);
    expect(await cancelRecharge(buyer.ctx, { params: recharge })).toMatchObject({ sub_state: 'cancelled' });
    await world.settle(NETWORK);
    const cancelled = {
      status: 'failed',
      sub_state: 'cancelled',
      credited_amount: '0.000001',
      tx_hash: null,
    };
    expect(await read(buyer.ctx, recharge)).toMatchObject(cancelled);
  });

  test('a blocked wallet that names a top-up with next to nothing does not put it under review', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx);
    const stranger = randomAddress();
    await block(stranger);
    await payByCheckout(recharge, '0.000001', stranger);
    await world.settle(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'waiting' });
    await world.payFinally(NETWORK, recharge.pay_amount);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'successful' });
    expect(await buyer.balance()).toBe(parseMicro(recharge.pay_amount));
  });

  test("a buyer's own payment counts while somebody else's is under review", async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx);
    const stranger = randomAddress();
    await block(stranger);
    await payByCheckout(recharge, '10', stranger);
    await world.settle(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'review' });
    const hash = await world.payFinally(NETWORK, recharge.pay_amount);
    const paid = { status: 'successful', tx_hash: formatTxHash(NETWORK, hash) };
    expect(await read(buyer.ctx, recharge)).toMatchObject(paid);
    expect(await buyer.balance()).toBe(parseMicro(recharge.pay_amount));
  });

  test('several payments add up, and the largest is shown; each stands in the history', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx);
    await payByCheckout(recharge, '3');
    await world.settle(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ credited_amount: '3', missing_amount: '7' });
    const most = await payByCheckout(recharge, '6.5');
    await payByCheckout(recharge, '0.5');
    await world.follow(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      sub_state: 'confirming',
      tx_hash: formatTxHash(NETWORK, most),
    });
    await world.settle(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'successful',
      credited_amount: '10',
      missing_amount: null,
      tx_hash: formatTxHash(NETWORK, most),
    });
    expect(await buyer.balance()).toBe(10_000_000n);
    const { ctx: admin } = await signInAdmin(world.ctx);
    const { events } = await readAnyRecharge(admin, { params: recharge });
    expect(events.filter(({ kind }) => kind === 'credited').map(({ amount }) => amount)).toEqual([
      '3',
      '6.5',
      '0.5',
    ]);
  });

  test('what comes late adds up as well, and a top-up that ended short shows what came', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx);
    await payByCheckout(recharge, '4');
    await world.settle(NETWORK);
    const ended = new Date(Date.now() - 60 * 60_000);
    await world.ctx.db
      .updateTable('recharges')
      .set({ expires_at: ended })
      .where('order_id', '=', recharge.order_id)
      .execute();
    await expireRecharges(world.ctx);
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'failed',
      sub_state: 'expired',
      credited_amount: '4',
      missing_amount: '6',
    });
    await payByCheckout(recharge, '6');
    await world.settle(NETWORK);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'successful', credited_amount: '10' });
  });

  test('when the payment that counted is taken back, a micro-USDT that is left does not keep it successful', async () => {
    const buyer = await world.createBuyer();
    const [ann, bob] = [(await signInAdmin(world.ctx)).ctx, (await signInAdmin(world.ctx)).ctx];
    const recharge = await ask(buyer.ctx);
    const hash = await world.payFinally(NETWORK, recharge.pay_amount);
    await payByCheckout(recharge, '0.000001');
    await world.settle(NETWORK);
    const { id } = await world.ctx.db
      .selectFrom('deposits')
      .select('id')
      .where('tx_hash', '=', hash)
      .executeTakeFirstOrThrow();
    const proposal = await reverseDeposit(ann, {
      params: { id: String(id) },
      body: { reason: 'the chain lost it' },
      idempotencyKey: `part ${(keys += 1)}`,
    });
    await approveProposal(bob, BigInt(proposal.id));
    expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'failed', credited_amount: '0.000001' });
  });
});

describe('the matching top-up', () => {
  const WALLET: Hex = `0x${'a1'.repeat(20)}`;
  const OTHER_WALLET: Hex = `0x${'b2'.repeat(20)}`;
  const REF: Hex = `0x${'01'.repeat(32)}`;
  const OTHER_REF: Hex = `0x${'02'.repeat(32)}`;
  const CREATED = new Date('2026-11-20T12:00:00.400Z');

  const recharge: RechargeCandidate = {
    chain_id: 1n,
    wallet_address: WALLET,
    pay_amount_micro: 10_004_711n,
    order_ref: REF,
    is_reserved: true,
    created_at: CREATED,
    head_at_creation: 106,
    reserved_until: new Date('2026-11-21T12:30:00.400Z'),
    state: 'waiting',
  };
  const payment: IncomingPayment = {
    tx_hash: `0x${'ab'.repeat(32)}`,
    chain_id: 1n,
    to_address: WALLET,
    amount_micro: 10_004_711n,
    order_ref: null,
    block_number: 107,
    block_time: new Date('2026-11-20T12:05:00Z'),
  };
  const owner = (
    changed: Partial<IncomingPayment>,
    candidate: Partial<RechargeCandidate> = {},
  ): RechargeCandidate | null =>
    findPaidRecharge({ ...payment, ...changed }, [{ ...recharge, ...candidate }]);

  test('the exact amount on the wallet and chain of a top-up is its payment', () => {
    expect(
      findPaidRecharge(payment, [{ ...recharge, order_ref: OTHER_REF, pay_amount_micro: 7n }, recharge]),
    ).toBe(recharge);
  });

  test.for<[string, Partial<IncomingPayment>, Partial<RechargeCandidate>]>([
    ['one micro less', { amount_micro: 10_004_710n }, {}],
    ['one micro more', { amount_micro: 10_004_712n }, {}],
    ['the amount without its tail', { amount_micro: 10_000_000n }, {}],
    ['another chain', { chain_id: 2n }, {}],
    ['another wallet', { to_address: OTHER_WALLET }, {}],
    ['an older block', { block_number: 106, block_time: new Date('2026-11-20T11:59:59Z') }, {}],
    ['a block after the late window', { block_time: new Date('2026-11-21T12:30:01Z') }, {}],
    ['an amount given free', {}, { is_reserved: false }],
    [
      'an amount that a cut payment can have',
      { amount_micro: 10_004_710n },
      { pay_amount_micro: 10_004_710n },
    ],
    ['a reference of nobody and another amount', { order_ref: OTHER_REF, amount_micro: 1n }, {}],
  ])('%s is not', ([, changed, candidate]) => {
    expect(owner(changed, candidate)).toBeNull();
  });

  test.for<[string, Partial<IncomingPayment>]>([
    ['in the very second of the asking', { block_number: 99, block_time: new Date('2026-11-20T12:00:00Z') }],
    ['in a newer block of a chain whose clock is slow', { block_time: new Date('2026-11-20T11:00:00Z') }],
    ['in the late window', { block_time: new Date('2026-11-21T12:30:00Z') }],
    ['with a reference of nobody but the exact amount', { order_ref: OTHER_REF }],
  ])('a payment %s counts', ([, changed]) => {
    expect(owner(changed)).not.toBeNull();
  });

  test('what the checkout contract names goes before an amount, whatever the amount and however late', () => {
    const byAmount = { ...recharge, order_ref: OTHER_REF };
    const byRef = { ...recharge, pay_amount_micro: 99n, is_reserved: false };
    const late = { ...payment, order_ref: REF, block_time: new Date('2027-01-01T00:00:00Z') };
    expect(findPaidRecharge(late, [byAmount, byRef])).toBe(byRef);
    expect(findPaidRecharge({ ...late, chain_id: 2n }, [byRef])).toBeNull();
  });

  test('no amount but the reserved one ever finds an owner', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 13n), (amount_micro) => {
        expect(owner({ amount_micro }) !== null).toBe(amount_micro === recharge.pay_amount_micro);
      }),
    );
  });

  test('the order of the candidates decides nothing', () => {
    const amount = fc.bigInt(1n, 50n).filter(isReservable);
    const amounts = fc.uniqueArray(amount, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amounts, amount, (reserved, amount_micro) => {
        const candidates = reserved.map((pay_amount_micro, index): RechargeCandidate => {
          return { ...recharge, pay_amount_micro, order_ref: `0x${index.toString(16).padStart(64, '0')}` };
        });
        const found = findPaidRecharge({ ...payment, amount_micro }, candidates);
        expect(findPaidRecharge({ ...payment, amount_micro }, candidates.toReversed())).toBe(found);
        expect(found?.pay_amount_micro).toBe(reserved.includes(amount_micro) ? amount_micro : undefined);
      }),
    );
  });
});
