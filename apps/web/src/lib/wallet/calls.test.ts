import { create2PrefixOf } from '@portside/chain';
import { checkoutAbi } from '@portside/checkout';
import { startDevchain } from '@portside/devchain';
import fc from 'fast-check';
import { decodeFunctionData, erc20Abi, pad } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { FLOW, FLOW_START, FLOW_STATES, isBusy, nextFlow, type Flow, type FlowEvent } from './flow.ts';
import { failureOf, inTime, WalletFailure } from './problems.ts';
import type { EvmProvider } from './evm-wallet.ts';
import { readBy } from './read-factory.ts';
import type { LocalChains } from './testing/purse.ts';

describe('calls of a wallet', () => {
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
});

describe('the steps of a payment', () => {
  const address = '0x1111111111111111111111111111111111111111';
  const hash = 'ab'.repeat(32);
  const run = (...events: FlowEvent[]): Flow => events.reduce(nextFlow, FLOW_START);
  const CONNECTED: FlowEvent[] = [{ type: 'connectAsked' }, { type: 'connected', address }];

  test('approve and pay, from the first click to the end', () => {
    const states: string[] = [];
    const events: FlowEvent[] = [
      ...CONNECTED,
      { type: 'authorizeAsked' },
      { type: 'authorizeSent', hash },
      { type: 'authorized' },
      { type: 'payAsked' },
      { type: 'paySent', hash },
      { type: 'paid' },
    ];
    events.reduce((flow, event) => {
      const next = nextFlow(flow, event);
      states.push(next.state);
      return next;
    }, FLOW_START);
    expect(states).toEqual([
      'connecting',
      'connected',
      'authorizing',
      'allowing',
      'authorized',
      'paying',
      'processing',
      'paid',
    ]);
  });

  test('a rejection returns to the connected wallet and is shown until the next step', () => {
    const rejected = run(...CONNECTED, { type: 'authorizeAsked' }, { type: 'failed', problem: 'rejected' });
    expect(rejected).toEqual({ state: 'connected', address, hash: null, problem: 'authorizationRejected' });
    const refused = run(...CONNECTED, { type: 'payAsked' }, { type: 'failed', problem: 'rejected' });
    expect(refused.problem).toBe('rejected');
    expect(nextFlow(rejected, { type: 'payAsked' }).problem).toBeNull();
    expect(run({ type: 'connectAsked' }, { type: 'failed', problem: 'connectFailed' }).state).toBe(
      'notConnected',
    );
  });

  test('on the wrong network nothing can be paid until the wallet has switched', () => {
    const elsewhere = run({ type: 'connectAsked' }, { type: 'connectedElsewhere', address });
    expect(elsewhere.state).toBe('wrongNetwork');
    expect(nextFlow(elsewhere, { type: 'payAsked' })).toBe(elsewhere);
    expect(nextFlow(elsewhere, { type: 'authorizeAsked' })).toBe(elsewhere);
    expect(nextFlow(nextFlow(elsewhere, { type: 'switchAsked' }), { type: 'connected', address }).state).toBe(
      'connected',
    );
  });

  test('a sent payment stays sent, and a disconnected wallet is forgotten', () => {
    const paid = run(...CONNECTED, { type: 'payAsked' }, { type: 'paySent', hash }, { type: 'paid' });
    expect(nextFlow(paid, { type: 'failed', problem: 'timeout' })).toBe(paid);
    expect(nextFlow(paid, { type: 'payAsked' })).toBe(paid);
    expect(run(...CONNECTED, { type: 'disconnected' })).toEqual(FLOW_START);
  });

  test('in no sequence of events is a payment requested during another one or without an address', () => {
    const event = fc.constantFrom<FlowEvent>(
      ...CONNECTED,
      { type: 'connectedElsewhere', address },
      { type: 'switchAsked' },
      { type: 'disconnected' },
      { type: 'authorizeAsked' },
      { type: 'authorizeSent', hash },
      { type: 'authorized' },
      { type: 'payAsked' },
      { type: 'paySent', hash },
      { type: 'paid' },
      { type: 'revokeAsked' },
      { type: 'revoked' },
      { type: 'failed', problem: 'rejected' },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const flow = run(...events);
        const asks = ['authorizing', 'paying', 'revoking'].includes(
          nextFlow(flow, { type: 'payAsked' }).state,
        );
        if (asks && !isBusy(flow)) expect(flow.address).not.toBeNull();
        if (flow.state === 'processing' || flow.state === 'paid') {
          expect(flow.hash).toBe(hash);
          expect(nextFlow(flow, { type: 'payAsked' })).toBe(flow);
        }
      }),
    );
  });

  test('a failure leaves every state except the first one without a wallet and the last one', () => {
    const without = FLOW_STATES.filter((state) => FLOW[state].failed === undefined);
    expect(without).toEqual(['paid']);
  });

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
});

describe('the factory of deposit addresses', () => {
  let chains: LocalChains;

  beforeAll(async () => {
    chains = await startDevchain();
  });

  afterAll(() => chains.stop());

  /** A wallet with a node of its own, on the local chain. */
  const wallet: EvmProvider = {
    request: ({ method, params = [] }) => chains.controls.rpc('BSC', method, ...params),
  };

  function place() {
    const { chainId, factoryAddress, walletAddress } = chains.chains.BSC;
    const factory = {
      prefix: create2PrefixOf('BSC', chainId),
      factory: factoryAddress!,
      treasury: walletAddress,
    };
    return { chainId, factory };
  }

  test('the published factory is found, with its treasury', async () => {
    expect(await readBy(wallet, place())).toBe('published');
  });

  test('another treasury, another contract and no contract at all are not the published one', async () => {
    const { chainId, factory } = place();
    const { contractAddress } = chains.chains.BSC;
    for (const changed of [
      { treasury: contractAddress },
      { factory: contractAddress },
      { factory: factory.treasury },
    ])
      expect(await readBy(wallet, { chainId, factory: { ...factory, ...changed } })).toBe('other');
  });

  test('a wallet on another chain, or one that does not answer, says nothing', async () => {
    const { chainId, factory } = place();
    expect(await readBy(wallet, { chainId: chainId + 1, factory })).toBeNull();
    const silent: EvmProvider = { request: () => Promise.reject(new Error('locked')) };
    expect(await readBy(silent, { chainId, factory })).toBeNull();
  });
});
