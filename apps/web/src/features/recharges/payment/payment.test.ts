import { expect, test } from 'vitest';
import { payAmountParts, paymentUri } from '../payment-text.ts';

test.each([
  ['100.004321', '100.00', '4321'],
  ['100.00432', '100.00', '4320'],
  ['10.014999', '10.01', '4999'],
  ['5000.000001', '5000.00', '0001'],
  ['50000', '50000.00', '0000'],
])('%s shows all six decimals', (payAmount, head, tail) => {
  expect(payAmountParts(payAmount)).toEqual({ head, tail });
});

const payment = {
  chain_id: 1,
  contract_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  wallet_address: '0x00000000000000000000000000000000000000AA',
  pay_amount: '100.004321',
};

test('an Ethereum wallet is told contract, chain, receiver and micro-USDT', () => {
  expect(paymentUri({ ...payment, type: 'ETH' })).toBe(
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer' +
      '?address=0x00000000000000000000000000000000000000AA&uint256=100004321',
  );
});

test('TRON has no payment link', () => {
  expect(paymentUri({ ...payment, type: 'TRON' })).toBeNull();
});
