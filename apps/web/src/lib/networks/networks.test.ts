import { addNetwork } from '@portside/chain/networks/chains';
import type { Network } from '@portside/chain/networks/registry';
import { thirdNetwork } from '@portside/chain/testing/third-network';
import {
  type PayableRecharge,
  addWebNetwork,
  firstNetwork,
  formatCoin,
  listNetworks,
  networkName,
  webNetworkOf,
  type WebNetwork,
} from './networks.ts';
import { decodeFunctionData, erc20Abi, pad } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentUri } from '../../features/recharges/payment-text.ts';
import { displayTxHash, addressPage, isAddress } from '../format/addresses.ts';
import { allowanceWithin, approveCall, payCall, transferCall } from '../wallet/calls.ts';
import { deepLinksFor } from '../wallet/deep-links.ts';
import { pairingLinksFor, caipChainOf, proposalFor } from '../wallet/pairing.ts';
import { paymentOf } from '../wallet/payment.ts';

/** A network that is added by one record on each side, with a token of 18 decimals. */
const LAKE = thirdNetwork.id as Network;
const webLake: WebNetwork = {
  id: LAKE,
  picture: 'launch',
  usualFeeCents: 1,
  recommends: 'checkout',
  coinDigits: 4,
  slip44: 9_999,
  tokenPocketName: 'Lake',
};
const removals: (() => void)[] = [];
beforeAll(() => void removals.push(addNetwork(thirdNetwork), addWebNetwork(webLake)));
afterAll(() => removals.forEach((remove) => remove()));

const address = (digit: string) => `0x${digit.repeat(40)}` as const;
const [chain] = thirdNetwork.publicChains;
const recharge = {
  type: LAKE,
  chain_id: chain.chainId,
  contract_address: address('1'),
  wallet_address: address('2'),
  checkout_address: address('3'),
  order_ref: pad('0x1234', { size: 32 }),
  pay_amount: '100.004321',
  expires_at: '2026-11-20T12:00:00Z',
} as PayableRecharge;
const UNITS = 100_004_321_000_000_000_000n;

test('it stands in every list, with its names, its explorer and its coin', () => {
  expect(listNetworks().at(-1)).toBe(LAKE);
  expect(firstNetwork()).toBe('TRON');
  expect(networkName(LAKE)).toBe('Lake Chain (LRC20)');
  expect(webNetworkOf(LAKE).picture).toBe('launch');
  expect(formatCoin(LAKE, 12_345n * 10n ** 13n, 'en')).toBe('0.1235 LAKE');
  expect(addressPage(LAKE, chain.chainId, address('2'))).toBe(`https://lake.example/address/${address('2')}`);
  expect(displayTxHash(LAKE, 'ab'.repeat(32))).toBe(`0x${'ab'.repeat(32)}`);
  expect([isAddress(LAKE, address('2')), isAddress(LAKE, 'T123')]).toEqual([true, false]);
});

test('its payment link asks for the amount in the units of its token', () => {
  expect(paymentUri(recharge)).toBe(
    `ethereum:${address('1')}@${chain.chainId}/transfer?address=${address('2')}&uint256=${UNITS}`,
  );
});

test('its wallets sign the amount in the units of its token, whichever way they pay', () => {
  const payment = paymentOf(recharge);
  expect(payment.decimals).toBe(18);
  const amountOf = (data: `0x${string}`) => decodeFunctionData({ abi: erc20Abi, data }).args?.[1];
  expect(amountOf(transferCall(payment).data)).toBe(UNITS);
  const allowance = allowanceWithin(payment.amountMicro, payment.amountMicro);
  expect(amountOf(approveCall(payment, allowance).data)).toBe(UNITS);
  // pay(orderRef, amount, deadline): the second word after the selector.
  expect(BigInt(`0x${payCall(payment).data.slice(10 + 64, 10 + 128)}`)).toBe(UNITS);
  // The most that can be allowed at all still fits.
  const most = approveCall(payment, allowanceWithin(10n ** 12n, 10n ** 12n));
  expect(amountOf(most.data)).toBe(10n ** 24n);
});

test('the wallets of its family are offered for it', () => {
  expect(caipChainOf({ network: LAKE, chainId: chain.chainId })).toBe(`eip155:${chain.chainId}`);
  expect(proposalFor(LAKE, 'eip155:1').optionalNamespaces['eip155']?.methods).toEqual([
    'eth_sendTransaction',
  ]);
  expect(deepLinksFor(LAKE).map(({ name }) => name)).toEqual(deepLinksFor('ETH').map(({ name }) => name));
  const trust = deepLinksFor(LAKE).find(({ name }) => name === 'Trust Wallet')!;
  expect(trust.href('https://shop.example/pay', LAKE)).toContain('coin_id=9999');
  expect(pairingLinksFor(LAKE, 'wc:1').length).toBe(pairingLinksFor('ETH', 'wc:1').length);
});

test.each([
  ['TRON', 6_434_000n, 'en', '6.44 TRX'],
  ['TRON', 0n, 'en', '0 TRX'],
  ['TRON', 1_234_567_890n, 'pt', '1.234,57 TRX'],
  ['ETH', 43_000n * 20_000_000_000n, 'en', '0.00086 ETH'],
  ['ETH', 1n, 'en', '0.000001 ETH'],
  ['ETH', 12n * 10n ** 18n, 'ru', '12 ETH'],
] as const)('%s %s in %s', (network, amount, language, shown) => {
  expect(formatCoin(network, amount, language)).toBe(shown);
});
