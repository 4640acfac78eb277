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
