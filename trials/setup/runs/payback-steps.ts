import { sql } from 'kysely';
import { FakeChain, fakeNode, transferEvent, txOf } from '@portside/chain/testing/fake-chain';
import { parseMicro, type PayoutState } from '@portside/contract';
import type { Hex } from 'viem';
import { requestBalancePayout } from '../../../apps/server/src/features/payouts/balance-payout.ts';
import { approvePayout } from '../../../apps/server/src/features/payouts/decide-payout.ts';
import { confirmPayouts } from '../../../apps/server/src/features/payouts/index.ts';
import {
  recordPayoutTransaction,
  startPayout,
} from '../../../apps/server/src/features/payouts/pay-payout.ts';
import { cancelPayout } from '../../../apps/server/src/features/payouts/request-payout.ts';
import { changeSettings } from '../../../apps/server/src/features/settings/settings.ts';
import { requireUser, userActor } from '../../../apps/server/src/platform/actor.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import {
  CHAIN_ID,
  createToppingUp,
  takeTopUps,
  TYPE,
} from '../../../apps/server/src/testing/payouts-world.ts';
import { signInAdmin, TEST_PASSWORD } from '../../../apps/server/src/testing/people.ts';

/** In the order in which a payback takes them; the end is a cancellation by its owner. */
export const PAYBACK_STEPS = [
  'payout request',
  'payout end',
  'payout start',
  'payout record',
  'payout settle',
] as const;
type PaybackStep = (typeof PAYBACK_STEPS)[number];

export const isPayback = (step: string): step is PaybackStep =>
  PAYBACK_STEPS.some((payback) => payback === step);

export type PaybackCall = {
  readonly step: PaybackStep;
  readonly buyerId: string;
  readonly sessionId: string;
  readonly adminId: string;
  readonly wallet: Hex;
  /** Of what is asked for already; empty before. */
  readonly requestId: string;
};

const AMOUNT = '10';
const LEFT = '5';

/** In which state a request is once the step is done. */
const STATES: Record<PaybackStep, PayoutState> = {
  'payout request': 'requested',
  'payout end': 'cancelled',
  'payout start': 'paying',
  'payout record': 'sent',
  'payout settle': 'paid',
};

/** Opens the shop for paybacks; the function makes a buyer whose request is ready for that step. */
export async function openPaybacks(
  ctx: Ctx,
  goodsId: bigint,
): Promise<(step: PaybackStep) => Promise<PaybackCall>> {
  const admin = await signInAdmin(ctx);
  await takeTopUps(ctx);
  const settings = { balance_payouts: true, balance_payout_minimum: '1', balance_payout_wait_hours: 0 };
  await changeSettings(admin.ctx, settings);
  return async (step) => {
    const buyer = await createToppingUp(ctx, goodsId);
    await buyer.topUp(parseMicro(AMOUNT) + parseMicro(LEFT));
    const { userId, sessionId } = requireUser(buyer.ctx.actor);
    const call: PaybackCall = {
      step,
      buyerId: String(userId),
      sessionId: String(sessionId),
      adminId: String(admin.user.id),
      wallet: buyer.wallet,
      requestId: '',
    };
    if (step === 'payout request') return call;
    const { id: requestId } = await buyer.ask(AMOUNT);
    const asked = { ...call, requestId };
    if (step === 'payout end') return asked;
    await approvePayout(admin.ctx, { params: { id: requestId }, query: { is_checked: 'true' } });
    const before = PAYBACK_STEPS.slice(2, PAYBACK_STEPS.indexOf(step));
    for (const earlier of before) await runPayback(ctx, { ...asked, step: earlier });
    return asked;
  };
}

/** The transfer that pays it back. */
const paymentOf = ({ wallet, requestId }: PaybackCall) =>
  txOf(`payback ${requestId}`, transferEvent(wallet, parseMicro(AMOUNT)));

/** Runs a step of a payback as its owner, an admin or the job. */
export async function runPayback(ctx: Ctx, call: PaybackCall): Promise<void> {
  const { step, requestId, wallet } = call;
  const params = { id: requestId };
  const owner = { ...ctx, actor: userActor(BigInt(call.buyerId), { sessionId: BigInt(call.sessionId) }) };
  const admin = { ...ctx, actor: userActor(BigInt(call.adminId), { isAdmin: true }) };
  const payment = paymentOf(call);
  if (step === 'payout request') {
    const body = { amount: AMOUNT, type: TYPE, address: wallet, password: TEST_PASSWORD } as const;
    await requestBalancePayout(owner, { body, idempotencyKey: 'payback' });
  } else if (step === 'payout end') await cancelPayout(owner, { params });
  else if (step === 'payout start') await startPayout(admin, { params, body: { again: false } });
  else if (step === 'payout record')
    await recordPayoutTransaction(admin, { params, body: { tx_hash: payment.hash } });
  else {
    const chain = new FakeChain(3);
    chain.mine(payment);
    const timestamp = Math.floor(ctx.clock.now().getTime() / 1_000);
    chain.blocks[chain.head] = { ...chain.blocks[chain.head]!, timestamp };
    chain.mineEmpty(3);
    const nodes = [fakeNode(chain, { name: 'a', chainId: CHAIN_ID })];
    await confirmPayouts(ctx, { [TYPE]: { nodes, quorum: 1 } });
  }
}

/** What is wrong with a buyer's one request after its step: it has happened, and once. */
export async function checkPaybacks(db: Db, call: object): Promise<string[]> {
  if (!('buyerId' in call)) return [];
  const { buyerId, step } = call as PaybackCall;
  const { rows } = await sql<{ state: string; micro: bigint; free: bigint; held: bigint; paid: bigint }>`
    select state, amount_micro as micro,
      (select balance_micro from ledger_accounts where user_id = request.user_id and kind = 'available') as free,
      (select balance_micro from ledger_accounts where user_id = request.user_id and kind = 'balanceReserve') as held,
      (select coalesce(sum(amount_micro), 0)::bigint from ledger_movements
        where kind = 'balancePayout' and reference = request.id) as paid
    from payout_requests request where user_id = ${buyerId}::bigint`.execute(db);
  const [row] = rows;
  if (row === undefined || rows.length > 1) return [`${rows.length} requests instead of one`];
  const isOver = row.state === 'cancelled' || row.state === 'paid';
  const wanted = {
    state: STATES[step],
    micro: parseMicro(AMOUNT),
    free: parseMicro(LEFT) + (row.state === 'cancelled' ? parseMicro(AMOUNT) : 0n),
    held: isOver ? 0n : parseMicro(AMOUNT),
    paid: row.state === 'paid' ? parseMicro(AMOUNT) : 0n,
  };
  return Object.entries(wanted)
    .filter(([what, value]) => row[what as keyof typeof wanted] !== value)
    .map(([what, value]) => `${what} is ${row[what as keyof typeof wanted]} instead of ${value}`);
}
