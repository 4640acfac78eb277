import fc from 'fast-check';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import type { IncomingPayment } from '../recharges.sql.ts';
import { findPaidRecharge, type RechargeCandidate } from './match-payment.ts';
import { isReservable } from '../reserved-amounts.ts';

const WALLET: Hex = `0x${'a1'.repeat(20)}`;
const OTHER_WALLET: Hex = `0x${'b2'.repeat(20)}`;
const REF: Hex = `0x${'01'.repeat(32)}`;
const OTHER_REF: Hex = `0x${'02'.repeat(32)}`;
const CREATED = new Date('2026-11-20T12:00:00.400Z');

const recharge: RechargeCandidate = {
  chain_id: 1n,
  wallet_address: WALLET,
  pay_amount_micro: 10_004_711n,
  order_ref: REF,
  is_reserved: true,
  created_at: CREATED,
  head_at_creation: 106,
  reserved_until: new Date('2026-11-21T12:30:00.400Z'),
  state: 'waiting',
};
const payment: IncomingPayment = {
  tx_hash: `0x${'ab'.repeat(32)}`,
  chain_id: 1n,
  to_address: WALLET,
  amount_micro: 10_004_711n,
  order_ref: null,
  block_number: 107,
  block_time: new Date('2026-11-20T12:05:00Z'),
};
const owner = (
  changed: Partial<IncomingPayment>,
  candidate: Partial<RechargeCandidate> = {},
): RechargeCandidate | null => findPaidRecharge({ ...payment, ...changed }, [{ ...recharge, ...candidate }]);

test('the exact amount on the wallet and chain of a top-up is its payment', () => {
  expect(
    findPaidRecharge(payment, [{ ...recharge, order_ref: OTHER_REF, pay_amount_micro: 7n }, recharge]),
  ).toBe(recharge);
});

test.for<[string, Partial<IncomingPayment>, Partial<RechargeCandidate>]>([
  ['one micro less', { amount_micro: 10_004_710n }, {}],
  ['one micro more', { amount_micro: 10_004_712n }, {}],
  ['the amount without its tail', { amount_micro: 10_000_000n }, {}],
  ['another chain', { chain_id: 2n }, {}],
  ['another wallet', { to_address: OTHER_WALLET }, {}],
  ['an older block', { block_number: 106, block_time: new Date('2026-11-20T11:59:59Z') }, {}],
  ['a block after the late window', { block_time: new Date('2026-11-21T12:30:01Z') }, {}],
  ['an amount given free', {}, { is_reserved: false }],
  ['an amount that a cut payment can have', { amount_micro: 10_004_710n }, { pay_amount_micro: 10_004_710n }],
  ['a reference of nobody and another amount', { order_ref: OTHER_REF, amount_micro: 1n }, {}],
])('%s is not', ([, changed, candidate]) => {
  expect(owner(changed, candidate)).toBeNull();
});

test.for<[string, Partial<IncomingPayment>]>([
  ['in the very second of the asking', { block_number: 99, block_time: new Date('2026-11-20T12:00:00Z') }],
  ['in a newer block of a chain whose clock is slow', { block_time: new Date('2026-11-20T11:00:00Z') }],
  ['in the late window', { block_time: new Date('2026-11-21T12:30:00Z') }],
  ['with a reference of nobody but the exact amount', { order_ref: OTHER_REF }],
])('a payment %s counts', ([, changed]) => {
  expect(owner(changed)).not.toBeNull();
});

test('what the checkout contract names goes before an amount, whatever the amount and however late', () => {
  const byAmount = { ...recharge, order_ref: OTHER_REF };
  const byRef = { ...recharge, pay_amount_micro: 99n, is_reserved: false };
  const late = { ...payment, order_ref: REF, block_time: new Date('2027-01-01T00:00:00Z') };
  expect(findPaidRecharge(late, [byAmount, byRef])).toBe(byRef);
  expect(findPaidRecharge({ ...late, chain_id: 2n }, [byRef])).toBeNull();
});

test('no amount but the reserved one ever finds an owner', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 13n), (amount_micro) => {
      expect(owner({ amount_micro }) !== null).toBe(amount_micro === recharge.pay_amount_micro);
    }),
  );
});

test('the order of the candidates decides nothing', () => {
  const amount = fc.bigInt(1n, 50n).filter(isReservable);
  const amounts = fc.uniqueArray(amount, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(amounts, amount, (reserved, amount_micro) => {
      const candidates = reserved.map((pay_amount_micro, index): RechargeCandidate => {
        return { ...recharge, pay_amount_micro, order_ref: `0x${index.toString(16).padStart(64, '0')}` };
      });
      const found = findPaidRecharge({ ...payment, amount_micro }, candidates);
      expect(findPaidRecharge({ ...payment, amount_micro }, candidates.toReversed())).toBe(found);
      expect(found?.pay_amount_micro).toBe(reserved.includes(amount_micro) ? amount_micro : undefined);
    }),
  );
});
