import type { RechargeState } from '@portside/contract';
import { type OfRecharge, type PayHow, type RechargeCommand, AMOUNTS, BUYERS } from './recharge-commands.ts';

/** A chain in the model: numbered blocks with their minutes, and the payments in them. */
export type ModelChain = {
  now: number;
  head: number;
  /** The minute of each block, from the first one that the shop has not read. */
  readonly minutes: Record<number, number>;
  sent: number;
  /** In the order of their blocks, one per block. */
  readonly payments: ModelPayment[];
};

export type ModelPayment = {
  readonly number: number;
  readonly block: number;
  readonly amountMicro: number;
  /** The top-up named by the checkout contract. */
  readonly names: string | null;
};

/** The block at which `createFollowedChain` starts. */
export const FIRST_BLOCK = 100;

const FIRST_HEAD = 106;

const FINAL_AFTER_BLOCKS = 3;

export function startChain(): ModelChain {
  const chain: ModelChain = { now: 0, head: FIRST_BLOCK - 1, minutes: {}, sent: 0, payments: [] };
  mine(chain, FIRST_HEAD - chain.head);
  return chain;
}

export function mine(chain: ModelChain, blocks: number): void {
  for (let count = 0; count < blocks; count += 1) {
    chain.head += 1;
    chain.minutes[chain.head] = chain.now;
  }
}

export function wait(chain: ModelChain, minutes: number): void {
  chain.now += minutes;
  mine(chain, 1);
}

/** Adds a payment in a block of its own. */
export function pay(chain: ModelChain, amountMicro: number, names: string | null): void {
  mine(chain, 1);
  chain.sent += 1;
  chain.payments.push({ number: chain.sent, block: chain.head, amountMicro, names });
}

/** Removes the newest payment, unless the shop has already read its block as final. */
export function reorganise(chain: ModelChain, readUpTo: number): void {
  if ((chain.payments.at(-1)?.block ?? 0) > readUpTo) chain.payments.pop();
}

export const finalOf = ({ head }: ModelChain): number => head - FINAL_AFTER_BLOCKS;

/** The amount of every payment through the checkout contract, regardless of the top-up's amount. */
const CHECKOUT_MICRO = 7_000_000;
const microOf = (amount: number): number => Number(AMOUNTS[amount]) * 1_000_000;

const MOST_OPEN = 3;
const QUOTE_MINUTES = 30;
const LATE_MINUTES = 24 * 60;
const GRACE_MINUTES = 2;
const SILENT_AFTER_MINUTES = 1;
const MOST_TAIL_MICRO = 9_999;

type ModelRecharge = {
  readonly buyer: number;
  readonly amount: number;
  readonly payMicro: number;
  readonly expiresAt: number;
  readonly reservedUntil: number;
  state: RechargeState;
  isReserved: boolean;
  /** Its transaction was submitted; it is always the same. */
  isHinted: boolean;
  creditedMicro: number;
  paidBlock: number | null;
  /** What was credited to it, in the order of the chain. */
  readonly payments: ModelPayment[];
};
export type RechargeModel = {
  readonly chain: ModelChain;
  readUpTo: number;
  follower: { isFollowing: boolean; since: number; checkedAt: number };
  readonly deposits: { credited: number; unmatched: number };
  readonly balances: number[];
  readonly recharges: Record<string, ModelRecharge>;
};

export const rechargeStart: RechargeModel = {
  chain: startChain(),
  readUpTo: FIRST_BLOCK,
  follower: { isFollowing: true, since: 0, checkedAt: 0 },
  deposits: { credited: 0, unmatched: 0 },
  balances: Array.from({ length: BUYERS }, () => 0),
  recharges: {},
};

export const rechargeKeyOf = ({ buyer, key }: OfRecharge): string => `${buyer}/${key}`;
export function stepRecharges(model: RechargeModel, command: RechargeCommand, seen: unknown): unknown {
  switch (command.kind) {
    case 'ask':
      return ask(model, command, seen);
    case 'cancel':
      return ofRecharge(model, command, (recharge) => {
        if (!['waiting', 'cancelled'].includes(recharge.state)) return 'notCancellable';
        recharge.state = 'cancelled';
        return shown(recharge);
      });
    case 'hint':
      return ofRecharge(model, command, (recharge) => {
        const hasEnded = recharge.state === 'expired' || recharge.state === 'cancelled';
        if (hasEnded && !recharge.isReserved && !recharge.isHinted) return 'paymentNotAwaited';
        if (recharge.state !== 'credited') recharge.isHinted = true;
        return shown(recharge);
      });
    case 'follow':
      // Another follower was quicker; then what it did explains all that is there.
      if (seen !== 'too late') follow(model);
      return seen === 'too late' ? seen : 'done';
    case 'lose touch':
      model.follower = {
        isFollowing: false,
        since: model.follower.isFollowing ? model.chain.now : model.follower.since,
        checkedAt: model.chain.now,
      };
      return 'done';
    case 'expire':
      expire(model);
      return 'done';
    case 'pay':
      return ofRecharge(model, command, ({ amount, payMicro }) => {
        payFor(model.chain, command, { baseMicro: microOf(amount), payMicro });
        return 'done';
      });
    case 'reorganise':
      reorganise(model.chain, model.readUpTo);
      return 'done';
    case 'mine':
      mine(model.chain, command.blocks);
      return 'done';
    case 'wait':
  }
  wait(model.chain, command.minutes);
  return 'done';
}

export function payFor(
  chain: ModelChain,
  { how, ...of }: { readonly how: PayHow } & OfRecharge,
  { baseMicro, payMicro }: { readonly baseMicro: number; readonly payMicro: number },
): void {
  if (how === 'by checkout') pay(chain, CHECKOUT_MICRO, rechargeKeyOf(of));
  else pay(chain, how === 'exactly' ? payMicro : baseMicro, null);
}

function ask(
  model: RechargeModel,
  command: Extract<RechargeCommand, { kind: 'ask' }>,
  seen: unknown,
): unknown {
  const earlier = model.recharges[rechargeKeyOf(command)];
  if (earlier) return earlier.amount === command.amount ? shown(earlier) : 'keyReused';
  const { isFollowing, since, checkedAt } = model.follower;
  const lasts = (from: number): boolean => model.chain.now - from > SILENT_AFTER_MINUTES;
  if (lasts(checkedAt) || (!isFollowing && lasts(since))) return 'topUpsOff';
  const all = Object.values(model.recharges);
  const open = all.filter((one) => one.buyer === command.buyer && ['waiting', 'seen'].includes(one.state));
  if (open.length >= MOST_OPEN) return 'tooManyOpenRecharges';
  // The shop draws the last digits; they must be its to give.
  const payMicro = (seen as Partial<ModelRecharge>).payMicro ?? 0;
  const tail = payMicro - microOf(command.amount);
  if (
    tail < 1 ||
    tail > MOST_TAIL_MICRO ||
    tail % 10 === 0 ||
    all.some((one) => one.isReserved && one.payMicro === payMicro)
  )
    return 'an amount of its own';
  const recharge: ModelRecharge = {
    buyer: command.buyer,
    amount: command.amount,
    payMicro,
    expiresAt: model.chain.now + QUOTE_MINUTES,
    reservedUntil: model.chain.now + QUOTE_MINUTES + LATE_MINUTES,
    state: 'waiting',
    isReserved: true,
    isHinted: false,
    creditedMicro: 0,
    paidBlock: null,
    payments: [],
  };
  model.recharges[rechargeKeyOf(command)] = recharge;
  return shown(recharge);
}

function ofRecharge(
  model: RechargeModel,
  command: OfRecharge,
  step: (recharge: ModelRecharge) => unknown,
): unknown {
  const recharge = model.recharges[rechargeKeyOf(command)];
  return recharge ? step(recharge) : 'none';
}

function follow(model: RechargeModel): void {
  const { chain, readUpTo } = model;
  model.readUpTo = Math.max(readUpTo, finalOf(chain));
  model.follower = { isFollowing: true, since: chain.now, checkedAt: chain.now };
  const final = chain.payments.filter(({ block }) => block > readUpTo && block <= model.readUpTo);
  const pending = chain.payments.filter(({ block }) => block > model.readUpTo);
  for (const transfer of final) {
    const owner = ownerOf(model, transfer);
    model.deposits[owner ? 'credited' : 'unmatched'] += 1;
    if (!owner) continue;
    model.balances[owner.buyer]! += transfer.amountMicro;
    owner.creditedMicro += transfer.amountMicro;
    owner.payments.push(transfer);
    if (owner.state === 'credited' || isMissing(owner)) continue;
    owner.paidBlock = countingOf(owner, owner.payments).block;
    owner.state = 'credited';
  }
  const payments = Map.groupBy(pending, (transfer) => ownerOf(model, transfer));
  for (const recharge of Object.values(model.recharges)) {
    if (recharge.state !== 'waiting' && recharge.state !== 'seen') continue;
    const own = payments.get(recharge) ?? [];
    const isEnough = own.length > 0 && !isMissing(recharge, own);
    recharge.state = isEnough ? 'seen' : 'waiting';
    recharge.paidBlock = isEnough ? countingOf(recharge, own).block : null;
  }
}

const isMissing = (
  { amount, creditedMicro }: ModelRecharge,
  pending: readonly ModelPayment[] = [],
): boolean =>
  creditedMicro + pending.reduce((sum, { amountMicro }) => sum + amountMicro, 0) < microOf(amount);

/** The payment that is shown: the exact amount, else the first of the largest. */
const countingOf = ({ payMicro }: ModelRecharge, payments: readonly ModelPayment[]): ModelPayment =>
  payments.find(({ amountMicro }) => amountMicro === payMicro) ??
  payments.reduce((most, one) => (one.amountMicro > most.amountMicro ? one : most));

function ownerOf(
  model: RechargeModel,
  { names, amountMicro, block }: ModelPayment,
): ModelRecharge | undefined {
  if (names !== null) return model.recharges[names];
  return Object.values(model.recharges).find(
    (one) =>
      one.isReserved && one.payMicro === amountMicro && model.chain.minutes[block]! <= one.reservedUntil,
  );
}

function expire(model: RechargeModel): void {
  const readUntil = model.chain.minutes[model.readUpTo]!;
  for (const recharge of Object.values(model.recharges)) {
    if (recharge.state === 'waiting' && recharge.expiresAt < readUntil - GRACE_MINUTES)
      recharge.state = 'expired';
    if (recharge.reservedUntil < readUntil) recharge.isReserved = false;
  }
}

const shown = ({ state, payMicro, creditedMicro }: ModelRecharge) => ({ state, payMicro, creditedMicro });

export const viewRecharges = ({ recharges, balances, deposits, readUpTo }: RechargeModel) => ({
  balances,
  deposits,
  readUpTo,
  recharges: Object.fromEntries(
    Object.entries(recharges).map(([key, one]) => [
      key,
      { ...shown(one), isReserved: one.isReserved, paidBlock: one.paidBlock },
    ]),
  ),
});
