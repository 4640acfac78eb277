import { parseMicro, type Proposal } from '@portside/contract';
import { DEMO_BUYERS } from './demo-people.ts';
import type { History } from './history.ts';

const MINUTE_MS = 60_000;
/** Of the dearest product they cost more than one admin may refund alone (100 USDT). */
const MANY = 6;

/** A buyer gets a large order back: the owner proposes it, and the second owner approves. */
export async function refundOfTwo(history: History, day: number): Promise<void> {
  const { caller, clock, colleague } = history;
  const proposal = await proposeLargeRefund(
    history,
    day,
    'The buyer ordered the wrong plan and used none of it',
  );
  if (!proposal) return;
  clock.moveTo(new Date(clock.now().getTime() + 2 * MINUTE_MS));
  await caller.as(colleague, 'approveProposal', { params: { id: proposal.id } });
}

/** Another one, which waits for whoever tries the sandbox. */
export async function proposeRefund(history: History, day: number): Promise<void> {
  await proposeLargeRefund(history, day, 'Ordered twice by mistake, says the buyer');
}

/** Null where no buyer can pay for so large an order. */
async function proposeLargeRefund(history: History, day: number, reason: string): Promise<Proposal | null> {
  const { caller, clock, owner } = history;
  const orderNo = await orderMuch(history, day);
  if (orderNo === null) return null;
  clock.moveTo(new Date(clock.now().getTime() + MINUTE_MS));
  const params = { order_no: orderNo };
  return (await caller.as(owner, 'refundOrder', { params, body: { reason } })).proposal;
}

async function orderMuch({ caller, people, goods, stock }: History, day: number): Promise<string | null> {
  const dearest = goods
    .filter(({ id }) => stock.get(id)! >= MANY)
    .toSorted((one, other) => Number(other.price) - Number(one.price))[0];
  if (!dearest) return null;
  const cost = parseMicro(dearest.price) * BigInt(MANY);
  for (const { username } of DEMO_BUYERS.filter(({ joined }) => joined >= day)) {
    const person = people.get(username)!;
    const { balance } = await caller.as(person, 'readBalance');
    if (parseMicro(balance) < cost) continue;
    const body = { goods_id: dearest.id, quantity: MANY, gender: 'random' as const };
    const { order_no } = await caller.as(person, 'placeOrder', { body });
    stock.set(dearest.id, stock.get(dearest.id)! - MANY);
    return order_no;
  }
  return null;
}
