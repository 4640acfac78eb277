import type { ChainTransfer, Cursor, ScanOutcome } from '../types.ts';
import { FakeChain, paidEvent, stranger, transferEvent, treasury, type Tx, txOf } from './fake-chain.ts';

export function cursorAt(chain: FakeChain, number: number): Cursor {
  const block = chain.at(number);
  return { number, hash: block.hash, time: block.timestamp };
}

export function pay(name: string, amountMicro = 5_000_000n): Tx {
  return txOf(name, transferEvent(treasury, amountMicro));
}

export function keyOf(name: string, ordinal = 0): string {
  return `${txOf(name).hash}:${ordinal}`;
}

export function keysOf(transfers: readonly ChainTransfer[]): string[] {
  return transfers.map(({ txHash, ordinal }) => `${txHash}:${ordinal}`);
}

export function scanned(outcome: ScanOutcome) {
  if (outcome.kind !== 'scanned') throw new Error(`It was ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Block 3 holds a payment through the checkout behind a stranger's transfer; the final block is 5. */
export function chainWithPayment(): FakeChain {
  const chain = new FakeChain(3);
  chain.mine(
    txOf('noise', transferEvent(stranger, 1n), transferEvent(stranger, 2n)),
    txOf('paid', transferEvent(treasury, 5_000_000n), paidEvent(5_000_000n)),
  );
  chain.mineEmpty(4);
  return chain;
}
