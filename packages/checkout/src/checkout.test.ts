import { type Hex, pad } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutCode } from './checkout-code.ts';
import {
  BUYER,
  type ContractWorld,
  inSeconds,
  OWNER,
  startContractWorld,
  TREASURY,
} from './testing/contract-world.ts';

const STRANGER: Hex = '0x00000000000000000000000000000000000d0001';
let orders = 0;

describe.each([{ chain: 'Ethereum' }, { chain: 'TRON' }])('with the Tether of $chain', ({ chain }) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await startContractWorld(chain === 'TRON');
  });
  afterAll(() => world.stop());

  test('moves exactly the allowed amount to the treasury and says for which order', async () => {
    const { token, checkout, send, read } = world;
    const orderRef = newOrder();
    await allow(world, BUYER, 25_000_000n);
    const before = (await read(token, 'balanceOf', [TREASURY])) as bigint;

    const sent = await send(BUYER, checkout, 'pay', [orderRef, 25_000_000n, inSeconds(60)]);

    expect(sent.error).toBeNull();
    expect(sent.events.map((event) => event.name)).toEqual(['Transfer', 'Paid']);
    expect(sent.events[1]?.args).toEqual({
      orderRef,
      payer: expect.stringMatching(new RegExp(BUYER, 'i')) as string,
      amount: 25_000_000n,
      received: 25_000_000n,
    });
    expect(await read(token, 'balanceOf', [TREASURY])).toBe(before + 25_000_000n);
    expect(await read(token, 'allowance', [BUYER, checkout])).toBe(0n);
    expect(await read(token, 'balanceOf', [checkout])).toBe(0n);
  });

  test('takes one payment of a payer for an order, and another payer cannot block it', async () => {
    const { checkout, send } = world;
    const orderRef = newOrder();
    await allow(world, BUYER, 20n);
    await allow(world, STRANGER, 1n);
    const pay = async (payer: Hex, amount: bigint) => {
      return (await send(payer, checkout, 'pay', [orderRef, amount, inSeconds(60)])).error;
    };

    expect(await pay(STRANGER, 1n)).toBeNull();
    expect(await pay(BUYER, 10n)).toBeNull();
    expect(await pay(BUYER, 10n)).toBe('AlreadyPaid');
    await send(BUYER, world.token, 'approve', [checkout, 0n]);
  });

  test('refuses a late payment, an empty one and one that is not allowed', async () => {
    const { checkout, send } = world;
    const pay = async (amount: bigint, deadline: bigint) => {
      return (await send(STRANGER, checkout, 'pay', [newOrder(), amount, deadline])).error;
    };

    expect(await pay(1n, inSeconds(-60))).toBe('DeadlinePassed');
    expect(await pay(0n, inSeconds(60))).toBe('AmountMissing');
    expect(await pay(1n, inSeconds(60))).not.toBeNull();
  });

  test('tells what arrived when the token takes a fee', async () => {
    const { token, checkout, send } = world;
    await send(OWNER, token, 'setParams', [10n, 49n]);
    await allow(world, BUYER, 1_000_000n);

    const { events } = await send(BUYER, checkout, 'pay', [newOrder(), 1_000_000n, inSeconds(60)]);
    await send(OWNER, token, 'setParams', [0n, 0n]);

    expect(events.at(-1)?.args).toMatchObject({ amount: 1_000_000n, received: 999_000n });
  });

  test('stands on the chain as the code that the payment page expects', async () => {
    const { token, checkout, code } = world;
    const found = await code(checkout);
    expect(found === checkoutCode(token, TREASURY)).toBe(true);
    expect(found === checkoutCode(token, STRANGER)).toBe(false);
    expect(found === checkoutCode(STRANGER, TREASURY)).toBe(false);
  });
});

function newOrder(): Hex {
  orders += 1;
  return pad(`0x${orders.toString(16)}`, { size: 32 });
}

async function allow({ token, checkout, send }: ContractWorld, payer: Hex, amount: bigint): Promise<void> {
  expect((await send(OWNER, token, 'mint', [payer, amount])).error).toBeNull();
  expect((await send(payer, token, 'approve', [checkout, amount])).error).toBeNull();
}
