import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payByCheckout, payByTransfer, revoke, settlePayment } from './pay.ts';
import {
  newOrderRef,
  openTestWallet,
  type LocalChains,
  type Network,
  type TestWalletWorld,
} from './testing/purse.ts';
import { ANSWER_MS } from './wallet.ts';

let chains: LocalChains;
beforeAll(async () => {
  chains = await startDevchain({ blockTimeMs: 100 });
});
afterAll(() => chains.stop());

const TRANSFER = '0xa9059cbb';
const APPROVE = '0x095ea7b3';
const PAY = '0x7a95d837';

describe.each<Network>(['ETH', 'TRON'])('on %s', (network) => {
  let world: TestWalletWorld;
  beforeEach(async () => {
    world = await openTestWallet(chains, network);
  });

  test('a transfer is one signature for the exact amount to the treasury', async () => {
    const before = await world.received();
    const hash = await payByTransfer(world.paying);
    await world.wallet.settled(hash, 'unconfirmed');
    expect(await world.received()).toBe(before + 25_000_123n);
    expect(world.purse.asked).toEqual([TRANSFER]);
    expect(world.states()).toEqual(['payAsked', 'paySent']);
  });

  test('approve and pay takes two signatures and leaves no allowance', async () => {
    const before = await world.received();
    const hash = await payByCheckout(world.authorizing(25_000_123n));
    await world.wallet.settled(hash, 'unconfirmed');
    expect(await world.received()).toBe(before + 25_000_123n);
    expect(await world.allowance()).toBe(0n);
    expect(world.purse.asked).toEqual([APPROVE, PAY]);
    expect(world.states()).toEqual(['authorizeAsked', 'authorizeSent', 'authorized', 'payAsked', 'paySent']);
    // The allowance is recorded before the wallet is asked, then with the transaction.
    expect(world.records).toEqual([undefined, expect.stringMatching(/^(0x)?[0-9a-f]{64}$/)]);
  });

  test('a larger allowance saves the next signature and can be revoked', async () => {
    await world.wallet.settled(
      await payByCheckout(world.authorizing(80_000_000n, 90_000_000n)),
      'unconfirmed',
    );
    expect(await world.allowance()).toBe(80_000_000n - 25_000_123n);
    await revoke(world.paying);
    expect(await world.allowance()).toBe(0n);
    expect(world.states().slice(-2)).toEqual(['revokeAsked', 'revoked']);
  });

  test('an allowance that is too small is replaced, through zero where the token requires it', async () => {
    const first = world.authorizing(25_000_124n);
    await world.wallet.settled(await payByCheckout(first), 'unconfirmed');
    expect(await world.allowance()).toBe(1n);
    world.purse.asked.length = 0;
    const again = {
      ...world.authorizing(25_000_123n),
      payment: { ...world.paying.payment, orderRef: newOrderRef() },
    };

    await world.wallet.settled(await payByCheckout(again), 'unconfirmed');
    expect(world.purse.asked).toEqual(network === 'ETH' ? [APPROVE, APPROVE, PAY] : [APPROVE, PAY]);
    expect(await world.allowance()).toBe(0n);
  });

  test('a rejected request pays nothing', async () => {
    world.purse.refuses = true;
    await expect(payByTransfer(world.paying)).rejects.toMatchObject({ problem: 'rejected' });
    await expect(payByCheckout(world.authorizing(25_000_123n))).rejects.toMatchObject({
      problem: 'rejected',
    });
    expect(await world.allowance()).toBe(0n);
  });

  test('a different contract at the checkout’s address gets no allowance', async () => {
    const wallet = { checkoutCode: async () => '0x6000' as Hex };
    const paying = world.authorizing(25_000_123n, 25_000_123n, wallet);
    await expect(payByCheckout(paying)).rejects.toMatchObject({ problem: 'wrongCheckout' });
    const other = {
      ...world.authorizing(25_000_123n),
      payment: { ...world.paying.payment, treasury: world.purse.owner },
    };
    await expect(payByCheckout(other)).rejects.toMatchObject({ problem: 'wrongCheckout' });
    expect(world.purse.asked).toEqual([]);
  });

  test('too little USDT or coin is reported before any request to the wallet', async () => {
    const poor = await openTestWallet(chains, network, { usdt: 25_000_122n });
    await expect(payByTransfer(poor.paying)).rejects.toMatchObject({ problem: 'insufficientUsdt' });
    await expect(payByCheckout(poor.authorizing(1n))).rejects.toMatchObject({ problem: 'insufficientUsdt' });
    const dry = await openTestWallet(chains, network, { coin: 1_000n });
    await expect(payByTransfer(dry.paying)).rejects.toMatchObject({ problem: 'insufficientCoin' });
    await expect(payByCheckout(dry.authorizing(25_000_123n))).rejects.toMatchObject({
      problem: 'insufficientCoin',
    });
    expect([...poor.purse.asked, ...dry.purse.asked]).toEqual([]);
  });

  test('a wallet with another address or chain than shown gets no request', async () => {
    world.purse.chainId += 1;
    await expect(payByTransfer(world.paying)).rejects.toMatchObject({ problem: 'wrongNetwork' });
    world.purse.chainId -= 1;
    world.purse.owner = `0x${'12'.repeat(20)}`;
    await expect(payByTransfer(world.paying)).rejects.toMatchObject({ problem: 'walletChanged' });
    expect(world.purse.asked).toEqual([]);
  });

  test('a wallet that switches chains after the approval is not asked to pay', async () => {
    const paying = world.authorizing(25_000_123n);
    const report: typeof paying.report = ({ type }) => {
      if (type === 'authorized') world.purse.chainId += 1;
    };
    await expect(payByCheckout({ ...paying, report })).rejects.toMatchObject({ problem: 'wrongNetwork' });
    expect(world.purse.asked).toEqual([APPROVE]);
  });

  test('an order paid once is not paid again', async () => {
    const paying = world.authorizing(80_000_000n);
    await world.wallet.settled(await payByCheckout(paying), 'unconfirmed');
    await expect(payByCheckout(paying)).rejects.toMatchObject({ problem: 'contractFailed' });
    expect(world.purse.asked).toEqual([APPROVE, PAY]);
  });
});

test('on Ethereum an allowance that the user raised is shown before it is used', async () => {
  const world = await openTestWallet(chains, 'ETH');
  world.purse.edits = (data) => (data.startsWith(APPROVE) ? (`${data.slice(0, -8)}ffffffff` as Hex) : data);
  await expect(payByCheckout(world.authorizing(25_000_123n))).rejects.toMatchObject({
    problem: 'allowanceTooLarge',
  });
  world.purse.edits = (data) => data;
  await revoke(world.paying);
  expect(await world.allowance()).toBe(0n);
});

test('on TRON a transaction that the wallet changed is not sent', async () => {
  const world = await openTestWallet(chains, 'TRON');
  world.purse.edits = (data) => data.replace('0x0a', '0x0b') as Hex;
  await expect(payByTransfer(world.paying)).rejects.toMatchObject({ problem: 'changedByWallet' });
});

test('on Ethereum a wallet with batch support approves and pays in one confirmation', async () => {
  const world = await openTestWallet(chains, 'ETH');
  world.purse.canBatch = true;
  const before = await world.received();
  const hash = await payByCheckout(world.authorizing(25_000_123n));
  await world.wallet.settled(hash, 'unconfirmed');
  expect(await world.received()).toBe(before + 25_000_123n);
  expect(world.purse.asked).toEqual(['wallet_sendCalls', APPROVE, PAY]);
  expect(world.states()).toEqual(['payAsked', 'paySent']);
  expect(await world.allowance()).toBe(0n);
});

describe('a transaction that the wallet replaces', () => {
  const USDT = 100_000_000n;
  let world: TestWalletWorld;
  beforeEach(async () => {
    world = await openTestWallet(chains, 'ETH');
  });

  test('is no payment if it was cancelled', async () => {
    const before = await world.received();
    world.purse.replaces = ({ from }) => ({ from, to: from, value: '0x0' });
    const hash = await payByTransfer(world.paying);
    await expect(settlePayment(world.paying, hash, USDT)).rejects.toMatchObject({ problem: 'replaced' });
    expect(await world.received()).toBe(before);
    world.purse.replaces = null;
    await settlePayment(world.paying, await payByTransfer(world.paying), USDT);
    expect(await world.received()).toBe(before + 25_000_123n);
  });

  test('has paid if it was sped up', async () => {
    const before = await world.received();
    world.purse.replaces = (transaction) => transaction;
    await settlePayment(world.paying, await payByTransfer(world.paying), USDT);
    expect(await world.received()).toBe(before + 25_000_123n);
  });

  test('lets the payment go on if it was a sped up approval', async () => {
    const before = await world.received();
    world.purse.replaces = (transaction) => transaction;
    await settlePayment(world.paying, await payByCheckout(world.authorizing(25_000_123n)), USDT);
    expect(await world.received()).toBe(before + 25_000_123n);
    expect(world.purse.asked).toEqual([APPROVE, PAY]);
  });
});

test('on TRON a transaction lives longer than the page waits for its signature', async () => {
  const world = await openTestWallet(chains, 'TRON');
  await payByTransfer(world.paying);
  expect(world.purse.livesMs).toBeGreaterThan(ANSWER_MS);
});
