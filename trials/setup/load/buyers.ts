import type { SignIn } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { askRecharge, hint, pay } from './ask.ts';
import { call, type Buyer } from './call.ts';
import { newRecharge, PAID_NETWORKS } from './new-recharge.ts';
import { createRandom, type Random } from '../random.ts';
import type { Trial } from '../trial-type.ts';

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
    // What got no answer in time on a busy machine may have succeeded: then the name is taken.
    const username = attempt === 1 ? `buyer-${index}` : `buyer-${index}-${attempt}`;
    const body = { username, email: `${username}@trial.example`, password: 'harbour-9', agree: true };
    const answer = await call<SignIn>(url, { address, token: '' }, { method: 'POST', path, body });
    if (answer?.code === 200)
      return { userId: answer.data.user.id, token: answer.data.token, address, random };
    if (answer !== null) throw new Error(`a buyer could not register: ${answer.code}`);
  }
  throw new Error('a buyer could not register');
}

/** Every buyer tops up by a real transfer, on each network some; waits until the shop has credited all of them. */
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
