import { checkoutAbi } from '@portside/checkout';
import fc from 'fast-check';
import { decodeFunctionData, erc20Abi, pad } from 'viem';
import { expect, test } from 'vitest';
import {
  allowanceQuery,
  allowanceWithin,
  approveCall,
  balanceQuery,
  payCall,
  revokeCall,
  transferCall,
} from './calls.ts';
import type { Hex, Payment } from './payment.ts';

const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const payment: Payment = {
  network: 'ETH',
  chainId: 1,
  token: address('a'),
  decimals: 6,
  treasury: address('b'),
  own: null,
  isToOwnAddress: false,
  checkout: address('c'),
  orderRef: pad('0x1234', { size: 32 }),
  amountMicro: 25_000_123n,
  deadline: 1_800_000_000n,
};
const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
const decode = (abi: typeof erc20Abi | typeof checkoutAbi, data: Hex) => {
  const { functionName, args } = decodeFunctionData({ abi: abi as typeof erc20Abi, data });
  return [functionName, ...(args ?? []).map(lower)];
};

test('each call has the expected data and goes to the right contract', () => {
  const { token, treasury, checkout, orderRef, amountMicro, deadline } = payment;
  const transfer = transferCall(payment);
  expect([transfer.to, ...decode(erc20Abi, transfer.data)]).toEqual([
    token,
    'transfer',
    treasury,
    amountMicro,
  ]);
  const approve = approveCall(payment, allowanceWithin(7n, 7n));
  expect([approve.to, ...decode(erc20Abi, approve.data)]).toEqual([token, 'approve', checkout, 7n]);
  const revoke = revokeCall(payment);
  expect([revoke.to, ...decode(erc20Abi, revoke.data)]).toEqual([token, 'approve', checkout, 0n]);
  const pay = payCall(payment);
  expect([pay.to, ...decode(checkoutAbi, pay.data)]).toEqual([
    checkout,
    'pay',
    orderRef,
    amountMicro,
    deadline,
  ]);
  expect(decode(erc20Abi, balanceQuery(treasury))).toEqual(['balanceOf', treasury]);
  expect(decode(erc20Abi, allowanceQuery(treasury, token))).toEqual(['allowance', treasury, token]);
});

test('an allowance above its cap, of zero, or of a million USDT or more is refused, whatever the cap', () => {
  const amount = fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n });
  fc.assert(
    fc.property(amount, amount, (asked, cap) => {
      if (asked > 0n && asked <= cap && asked <= 1_000_000_000_000n) {
        const { data } = approveCall(payment, allowanceWithin(asked, cap));
        expect(decode(erc20Abi, data)[2]).toBe(asked);
      } else expect(() => allowanceWithin(asked, cap)).toThrow(RangeError);
    }),
  );
});

test('an unlimited amount cannot be encoded, even without the check', () => {
  const unlimited = (2n ** 256n - 1n) as ReturnType<typeof allowanceWithin>;
  expect(() => approveCall(payment, unlimited)).toThrow(RangeError);
  expect(() => transferCall({ ...payment, amountMicro: 2n ** 64n })).toThrow(RangeError);
  expect(() => payCall({ ...payment, amountMicro: -1n })).toThrow(RangeError);
});

test('there is no call without a checkout contract, nor to an invalid address', () => {
  expect(() => payCall({ ...payment, checkout: null })).toThrow('no checkout');
  expect(() => revokeCall({ ...payment, checkout: null })).toThrow('no checkout');
  expect(() => transferCall({ ...payment, treasury: '0x12' })).toThrow('argument');
});
