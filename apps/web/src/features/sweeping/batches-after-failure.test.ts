import { expect, test } from 'vitest';
import { batchesAfterFailure } from './batches-after-failure.ts';

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
