import { expect, test } from 'vitest';
import { failureOf, inTime, WalletFailure } from './problems.ts';

test.each([
  [{ code: 4001, message: 'User rejected the request.' }, 'rejected'],
  [{ code: -32002, message: "Request of type 'wallet_requestPermissions' already pending" }, 'busy'],
  [{ code: 4000, message: 'In the queue, no repeated commands are allowed' }, 'busy'],
  [{ code: 4900, message: 'disconnected' }, 'notConnected'],
  [{ code: 'ACTION_REJECTED', message: 'x' }, 'rejected'],
  ['Confirmation declined by user', 'rejected'],
  [new Error('insufficient funds for gas * price + value'), 'insufficientCoin'],
  [{ code: -32603, message: 'execution reverted' }, 'contractFailed'],
  [undefined, 'contractFailed'],
  [new WalletFailure('wrongCheckout'), 'wrongCheckout'],
] as const)('%j is %s', (error, problem) => {
  expect(failureOf(error, 'contractFailed').problem).toBe(problem);
});

test('a wallet that does not answer in time is given up', async () => {
  const silence = new Promise<never>(() => {});
  await expect(inTime(silence, 5, 'authorizationTimeout')).rejects.toMatchObject({
    problem: 'authorizationTimeout',
  });
  expect(await inTime(Promise.resolve(1), 1_000, 'timeout')).toBe(1);
});
