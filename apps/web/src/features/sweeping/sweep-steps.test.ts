import { expect, test } from 'vitest';
import { batchesAfterFailure, stepsAfterFailure } from './sweep-steps.ts';
import type { SweepStep } from '../../lib/wallet/operator/sweep.ts';

test('a batch that the contract refuses is tried again in halves; any other failure changes nothing', () => {
  const batches = [['0x1'], ['0x2', '0x3', '0x4'], ['0x5']] as const;
  expect(batchesAfterFailure(batches, 1, 'contractFailed')).toEqual([
    ['0x1'],
    ['0x2', '0x3'],
    ['0x4'],
    ['0x5'],
  ]);
  expect(batchesAfterFailure(batches, 1, 'rejected')).toBeNull();
  expect(batchesAfterFailure(batches, 0, 'contractFailed')).toBeNull();
});

const done: SweepStep = { count: 2, state: 'done', hash: '0x1', units: 5n, addresses: 2 };

const sent: SweepStep = { count: 3, state: 'sent', hash: '0x2', units: 7n, addresses: 3 };

const signing: SweepStep = { count: 3, state: 'signing', units: 7n };

test('a batch that failed in its block is swept again on resuming', () => {
  for (const problem of ['contractFailed', 'paymentFailed', 'relayUnreachable', 'rejected'] as const)
    expect(stepsAfterFailure([done, sent], 1, problem)).toEqual([done]);
  expect(stepsAfterFailure([done, signing], 1, 'rejected')).toEqual([done]);
  expect(stepsAfterFailure([done], 1, 'insufficientCoin')).toEqual([done]);
});

test('a batch that was sent and not seen in time is with the network, and not sent again', () => {
  expect(stepsAfterFailure([done, sent], 1, 'unconfirmed')).toEqual([done, sent]);
  expect(stepsAfterFailure([done, signing], 1, 'timeout')).toEqual([done]);
});
