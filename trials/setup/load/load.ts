import { setTimeout as sleep } from 'node:timers/promises';
import { askOrder, askRecharge, hint, pay, readAccounts, type Asking, type Buyer, call } from './call.ts';
import type { OrderEntry, RechargeEntry } from './journal.ts';
import { newRecharge, PAID_NETWORKS } from './new-recharge.ts';
import type { Trial } from '../trial-type.ts';
import type { SignIn } from '@portside/contract';
import { createRandom, type Random } from '../random.ts';

/** A buyer's pause between two steps, longer in the tests, because other tests need the processors too. */
const MOST_THINKING_MS = Number(process.env['TRIAL_THINKING_MS'] ?? 12);
/** Out of 100 steps of a buyer. */
const STEPS = { order: 74, repeat: 84, read: 90, topUp: 95 } as const;

/** Runs all buyers until the end: first everything unanswered, then random steps. */
export async function runLoad(trial: Trial, url: string, isOver: () => boolean): Promise<void> {
  const asking = { url, journal: trial.journal };
  await Promise.all(
    trial.buyers.map(async (buyer) => {
      await askAgain(trial, asking, buyer);
      while (!isOver()) {
        await step(trial, asking, buyer);
        await sleep(buyer.random.below(MOST_THINKING_MS));
      }
    }),
  );
}

/** Repeats every call of this buyer without an answer, with the same keys. */
export async function askAgain({ journal }: Trial, asking: Asking, buyer: Buyer): Promise<void> {
  const isOpen = (entry: OrderEntry | RechargeEntry): boolean =>
    entry.userId === buyer.userId && entry.state === 'asked';
  for (const entry of [...journal.orders.values()].filter(isOpen)) await askOrder(asking, buyer, entry);
  for (const entry of [...journal.recharges.values()].filter(isOpen)) await askRecharge(asking, buyer, entry);
}

async function step(trial: Trial, asking: Asking, buyer: Buyer): Promise<void> {
  const { random, userId } = buyer;
  const choice = random.below(100);
  if (choice < STEPS.order) return askOrder(asking, buyer, newOrder(trial, buyer));
  if (choice < STEPS.read) {
    const mine = trial.journal.ordersOf('acknowledged').filter((entry) => entry.userId === userId);
    if (mine.length === 0) return undefined;
    const entry = random.pick(mine);
    return choice < STEPS.repeat ? askOrder(asking, buyer, entry) : readAccounts(asking, buyer, entry);
  }
  if (choice >= STEPS.topUp) return hint(asking, buyer);
  const entry = newRecharge(trial, buyer, `${10 + random.below(5)}.${10 + random.below(90)}`);
  await askRecharge(asking, buyer, entry);
  if (entry.state === 'acknowledged' && random.chance(0.7)) await pay(trial.chains, trial.journal, entry);
  return undefined;
}

function newOrder({ goods, journal }: Trial, { random, userId }: Buyer): OrderEntry {
  // Sometimes more than the buyer can pay or the stock has: a refusal must change nothing.
  const quantity = random.chance(0.04) ? 9_000 : 1 + random.below(5);
  const entry: OrderEntry = {
    key: random.id(),
    userId,
    goodsId: random.pick(goods),
    quantity,
    state: 'asked',
    orderNo: null,
  };
  journal.orders.set(entry.key, entry);
  return entry;
}

const BUYERS = 10;

const FUNDS = '900';

const REGISTER_ATTEMPTS = 3;

/** A hang's limit. */
const FUNDED_WITHIN_MS = 120_000;

export const registerBuyers = (url: string, random: Random): Promise<Buyer[]> =>
  Promise.all(
    Array.from({ length: BUYERS }, (_, index) => register(url, index, createRandom(random.below(2 ** 32)))),
  );

async function register(url: string, index: number, random: Random): Promise<Buyer> {
  const address = `10.0.0.${index + 1}`;
  const path = '/api/auth/register';
  for (let attempt = 1; attempt <= REGISTER_ATTEMPTS; attempt += 1) {
    // A registration unanswered in time may have succeeded: then the name is taken.
    const username = attempt === 1 ? `buyer-${index}` : `buyer-${index}-${attempt}`;
    const body = { username, email: `${username}@trial.example`, password: 'harbour-9', agree: true };
    const answer = await call<SignIn>(url, { address, token: '' }, { method: 'POST', path, body });
    if (answer?.code === 200)
      return { userId: answer.data.user.id, token: answer.data.token, address, random };
    if (answer !== null) throw new Error(`a buyer could not register: ${answer.code}`);
  }
  throw new Error('a buyer could not register');
}

/** Tops every buyer up by a real transfer, some on each network; waits until all are credited. */
export async function fundBuyers(trial: Trial, url: string): Promise<void> {
  const asking = { url, journal: trial.journal };
  const deadline = performance.now() + FUNDED_WITHIN_MS;
  for (const [index, buyer] of trial.buyers.entries()) {
    const network = PAID_NETWORKS[index % PAID_NETWORKS.length]!;
    const entry = newRecharge(trial, buyer, FUNDS, network);
    // Top-ups are off until the follower has scanned the chain.
    while (entry.orderId === null) {
      if (performance.now() > deadline) throw new Error('the shop takes no top-ups');
      entry.state = 'asked';
      await askRecharge(asking, buyer, entry);
      if (entry.orderId === null) await sleep(50);
    }
    await pay(trial.chains, trial.journal, entry);
  }
  for (const buyer of trial.buyers) {
    while (!(await hasMoney(url, buyer))) {
      if (performance.now() > deadline) throw new Error('a top-up was not credited in time');
      await hint(asking, buyer);
      await sleep(150);
    }
  }
}

async function hasMoney(url: string, buyer: Buyer): Promise<boolean> {
  const path = '/api/users/balance';
  const answer = await call<{ balance: string }>(url, buyer, { method: 'GET', path });
  return Number(answer?.data.balance ?? 0) > 0;
}

/** Gives each buyer a key, with which some orders are placed that are told of to this address. */
export async function openPrograms(
  buyers: readonly Buyer[],
  url: string,
  callbackUrl: string,
): Promise<void> {
  for (const buyer of buyers) {
    const body = { name: 'Trial', scopes: ['orders:place'], password: 'harbour-9' };
    const request = { method: 'POST', path: '/api/api-keys', body } as const;
    const answer = await call<{ secret: string }>(url, buyer, request);
    if (answer?.code !== 200) throw new Error(`a buyer could not have a key: ${answer?.code}`);
    buyer.program = { key: answer.data.secret, callbackUrl };
  }
}

/** Has each buyer's orders told to this address. */
export async function listenFor(buyers: readonly Buyer[], url: string, receiver: string): Promise<void> {
  for (const buyer of buyers) {
    const body = { url: receiver, events: ['order.completed', 'topup.credited'] };
    const answer = await call(url, buyer, { method: 'POST', path: '/api/webhooks', body });
    if (answer?.code !== 200) throw new Error(`a buyer could not have webhooks: ${answer?.code}`);
  }
}
