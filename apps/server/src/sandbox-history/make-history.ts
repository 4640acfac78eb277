import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { parseAddress } from '@portside/chain';
import { NETWORKS, parseMicro, type Network } from '@portside/contract';
import type { PastTransfer } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { DEMO_BUYERS, buy, readFunds, type History, type HistoryParts, type Person } from './history.ts';
import { makeOffers, setLevels } from './offers.ts';
import { SANDBOX_BUYER, SANDBOX_TOP_UPS } from './sandbox-buyer.ts';
import { runScriptedDay } from './scripted-days.ts';

/** The shop's trading day: ten hours that end at the time of day of the present. */
const TRADING_MS = 10 * 60 * MINUTE_MS;
export const HISTORY_DAYS = 30;
/** The shop has levels since this day, so that its figures have orders of each. */
const LEVELS_DAY = 20;
/** Between the top-ups of a day. */
const PAUSE_MS = 7_000;
const SEED = 20_260_301;
/** Of what a buyer has, an order costs this share at most. */
const LARGEST_SHARE = 0.4;
/** Of a product's stock, so that enough is left for who tries the shop. */
const LARGEST_PART = 0.05;
const MOST_ACCOUNTS = 60;

/**
 * Thirty days of a shop in use, made by its own calls under a moved clock: sign-ups, top-ups that are paid on the local
 * chains, orders, claims, announcements and conversations. Leaves clock and chains at its end.
 */
export async function makeHistory(parts: HistoryParts): Promise<void> {
  const { clock, now } = parts;
  const at = (day: number, share: number): Date =>
    new Date(now.getTime() - day * DAY_MS - Math.round((1 - share) * TRADING_MS) - MINUTE_MS);
  clock.moveTo(at(HISTORY_DAYS, 0));
  const history = await prepare(parts, at);
  for (let day = HISTORY_DAYS; day >= 0; day -= 1) {
    if (day === LEVELS_DAY) await setLevels(history);
    await liveThrough(history, day);
  }
  await makeOffers(history);
}

async function prepare(parts: HistoryParts, at: History['at']): Promise<History> {
  const { caller, owner, agent, buyer } = parts;
  const password = randomBytes(12).toString('base64url');
  const people = new Map(
    DEMO_BUYERS.map(({ username }, index): [string, Person] => [
      username,
      { username, password, address: `198.51.100.${index + 1}` },
    ]),
  ).set(SANDBOX_BUYER, buyer);
  const { items: goods } = await caller.as(owner, 'listAllGoods', { query: { limit: '100' } });
  const stock = new Map(goods.map((one) => [one.id, one.stock]));
  const { items: agents } = await caller.as(owner, 'listAgents', { query: { q: agent.username } });
  const { id, promotion_code: invitationCode, platform_name, telegram } = agents[0]!;
  const body = {
    platform_name,
    telegram,
    commission_percent: '5',
    commission_tiers: null,
    state: 'active' as const,
  };
  await caller.as(owner, 'updateAgent', { params: { id }, body });
  return {
    ...parts,
    random: createRandomNumbers(SEED),
    people,
    goods,
    stock,
    funds: new Map(),
    invitationCode,
    at,
  };
}

async function liveThrough(history: History, day: number): Promise<void> {
  const { clock, caller, people, invitationCode, at } = history;
  for (const buyer of DEMO_BUYERS.filter(({ joined }) => joined === day)) {
    clock.moveTo(at(day, 0.02));
    await caller.register(people.get(buyer.username)!, buyer.isReferred ? invitationCode : undefined);
  }
  await visit(history, day);
  if (day <= LEVELS_DAY) await history.assignLevels();
  await topUpAll(history, day);
  await orderAll(history, day);
  await runScriptedDay(history, day);
}

/** Of those who look, few sign up; the more buyers there are, the more pages are opened. */
async function visit({ addVisits, invitationCode }: History, day: number): Promise<void> {
  const joined = DEMO_BUYERS.filter((one) => one.joined >= day);
  const invited = joined.filter(({ isReferred }) => isReferred);
  const visits = 18 + 5 * joined.length + ((day * 7) % 11);
  await addVisits(visits, new Map([[invitationCode, 2 + 2 * invited.length]]));
}

/** On which network people top up that day: all have their turn. */
const networkOf = (day: number): Network => NETWORKS[Math.floor(day / 3) % NETWORKS.length]!;

/** Everybody who tops up that day creates a top-up, pays it on a local chain, and is credited. */
async function topUpAll(history: History, day: number): Promise<void> {
  const { clock, caller, devchain, follow, people, at } = history;
  const morning = at(day, 0.05).getTime();
  const network = networkOf(day);
  const topUps = [...DEMO_BUYERS, { username: SANDBOX_BUYER, topUps: SANDBOX_TOP_UPS }].flatMap(
    ({ username, topUps: all }) =>
      all
        .filter(([when]) => when === day)
        .map(([, amount]) => ({ username, body: { type: network, amount } })),
  );
  if (topUps.length === 0) return;
  // Nobody tops up on a chain that is not followed.
  clock.moveTo(new Date(morning));
  await follow(network);
  const transfers: PastTransfer[] = [];
  for (const [index, { username, body }] of topUps.entries()) {
    const created = morning + (index + 1) * PAUSE_MS;
    clock.moveTo(new Date(created));
    const asked = await caller.as(people.get(username)!, 'createRecharge', { body });
    transfers.push({
      to: parseAddress(network, asked.wallet_address!),
      amountMicro: parseMicro(asked.pay_amount),
      at: new Date(created + 2 * MINUTE_MS),
    });
  }
  const until = new Date(morning + topUps.length * PAUSE_MS + 3 * MINUTE_MS);
  clock.moveTo(until);
  await devchain.replay(network, transfers, until);
  await follow(network);
  for (const { username } of topUps) await readFunds(history, username);
}

/** Orders at random moments of the day, one after the other, each within what its buyer has. */
async function orderAll(history: History, day: number): Promise<void> {
  const { clock, goods, stock, funds, random, at } = history;
  const buyers = DEMO_BUYERS.filter(({ joined }) => joined >= day);
  const orders = buyers
    .flatMap(({ username, ordersADay }) =>
      Array.from({ length: Math.floor(ordersADay + random()) }, () => ({
        username,
        share: 0.32 + 0.66 * random(),
      })),
    )
    .toSorted((one, other) => one.share - other.share);
  for (const { username, share } of orders) {
    clock.moveTo(at(day, share));
    const { id, price, min_quantity: least } = goods[Math.floor(random() ** 1.2 * goods.length)]!;
    const affordable = (Number(funds.get(username) ?? 0n) * LARGEST_SHARE) / Number(parseMicro(price));
    const most = Math.floor(Math.min(affordable, stock.get(id)! * LARGEST_PART, MOST_ACCOUNTS));
    if (most < least) continue;
    await buy(history, username, id, Math.max(least, Math.round(most * (0.3 + 0.7 * random()))));
  }
}

/** Numbers from 0 up to, not including, 1, the same for the same seed. Mulberry32: for choosing, not for secrets. */
export function createRandomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
