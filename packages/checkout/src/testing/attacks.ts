import { type Hex, pad } from 'viem';
import { expect } from 'vitest';
import { type CompiledContract, compileSources } from '../compile-sources.ts';
import { readSource } from '../compile-contracts.ts';
import { type ContractWorld, BUYER, OWNER, TREASURY, opcodesOf } from './contract-world.ts';

/** An attack that a checkout must withstand; `run` throws if it succeeds. */
type Attack = { name: string; run(world: ContractWorld): Promise<void> };

const THIEF: Hex = '0x00000000000000000000000000000000000d0001';
const FOREVER = 2n ** 256n - 1n;
let orders = 0;
let hostile: readonly CompiledContract[] | undefined;

export const attacks: readonly Attack[] = [
  {
    name: 'an exact allowance is used up, all of it reaches the treasury, and nothing stays behind',
    async run(world) {
      const { token, checkout, send, read } = world;
      const orderRef = newOrder();
      await allow(world, BUYER, 25_000_000n);
      const before = await balance(world, TREASURY);
      const sent = await send(BUYER, checkout, 'pay', [orderRef, 25_000_000n, FOREVER]);
      expect(sent.error).toBeNull();
      expect(sent.events.map((event) => event.name)).toEqual(['Transfer', 'Paid']);
      expect(sent.events[1]?.args).toMatchObject({ orderRef, amount: 25_000_000n, received: 25_000_000n });
      expect(sent.events[1]).toMatchObject({
        args: { payer: expect.stringMatching(new RegExp(BUYER, 'i')) },
      });
      expect(await balance(world, TREASURY)).toBe(before + 25_000_000n);
      expect(await read(token, 'allowance', [BUYER, checkout])).toBe(0n);
      expect(await balance(world, checkout)).toBe(0n);
    },
  },
  {
    name: 'an allowance left over is changed through zero where the token wants that',
    async run(world) {
      const { token, checkout, send } = world;
      await allow(world, BUYER, 5n);
      const direct = await send(BUYER, token, 'approve', [checkout, 6n]);
      expect(direct.error).toBe(world.onTron ? null : 'revert');
      await send(BUYER, token, 'approve', [checkout, 0n]);
      await allow(world, BUYER, 6n);
      expect(await pay(world, BUYER, 6n)).toBeNull();
    },
  },
  {
    name: 'nobody but the payer can use an allowance',
    async run(world) {
      await allow(world, BUYER, 10n);
      const before = await balance(world, BUYER);
      expect(await pay(world, THIEF, 10n)).not.toBeNull();
      expect(await balance(world, BUYER)).toBe(before);
      await clear(world, BUYER);
    },
  },
  {
    name: 'a buyer lured into calling another contract pays nothing by it',
    async run(world) {
      await allow(world, BUYER, 10n);
      const before = await balance(world, BUYER);
      const lure = await world.deploy(hostileContract('Lure'));
      const { error } = await world.send(BUYER, lure, 'take', [world.checkout, newOrder(), 10n]);
      expect(error).not.toBeNull();
      expect(await balance(world, BUYER)).toBe(before);
      await clear(world, BUYER);
    },
  },
  {
    name: 'an order is paid once by a payer, however large the allowance',
    async run(world) {
      const orderRef = newOrder();
      await allow(world, BUYER, 100n);
      expect(await pay(world, BUYER, 10n, orderRef)).toBeNull();
      expect(await pay(world, BUYER, 10n, orderRef)).toBe('AlreadyPaid');
      expect(await pay(world, BUYER, 90n, orderRef)).toBe('AlreadyPaid');
      await clear(world, BUYER);
    },
  },
  {
    name: "one unit paid under another buyer's reference does not block that buyer",
    async run(world) {
      const orderRef = newOrder();
      await allow(world, THIEF, 1n);
      await allow(world, BUYER, 20n);
      expect(await pay(world, THIEF, 1n, orderRef)).toBeNull();
      expect(await pay(world, BUYER, 20n, orderRef)).toBeNull();
    },
  },
  {
    name: 'the last second is in time, a later one is not',
    async run(world) {
      await allow(world, BUYER, 2n);
      const { timestamp } = await world.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false);
      const last = BigInt(timestamp) + 60n;
      await world.rpc('evm_setNextBlockTimestamp', Number(last));
      expect(await pay(world, BUYER, 1n, newOrder(), last)).toBeNull();
      expect(await pay(world, BUYER, 1n, newOrder(), last - 1n)).toBe('DeadlinePassed');
      await clear(world, BUYER);
    },
  },
  {
    name: 'nothing is not a payment',
    run: async (world) => expect(await pay(world, BUYER, 0n)).toBe('AmountMissing'),
  },
  {
    name: 'without allowance or balance nothing moves, and the order can still be paid',
    async run(world) {
      const orderRef = newOrder();
      expect(await pay(world, BUYER, 3n, orderRef)).not.toBeNull();
      const poor: Hex = '0x00000000000000000000000000000000000e0001';
      await world.send(poor, world.token, 'approve', [world.checkout, 3n]);
      expect(await pay(world, poor, 3n)).not.toBeNull();
      await allow(world, BUYER, 3n);
      expect(await pay(world, BUYER, 3n, orderRef)).toBeNull();
    },
  },
  {
    name: 'it tells what arrived where the token takes a fee',
    async run(world) {
      await world.send(OWNER, world.token, 'setParams', [10n, 49n]);
      await allow(world, BUYER, 1_000_000n);
      const sent = await world.send(BUYER, world.checkout, 'pay', [newOrder(), 1_000_000n, FOREVER]);
      await world.send(OWNER, world.token, 'setParams', [0n, 0n]);
      expect(sent.events.at(-1)?.args).toMatchObject({ amount: 1_000_000n, received: 999_000n });
    },
  },
  {
    name: 'a paused token and a payer on its black list move nothing, and the order can be paid later',
    async run(world) {
      const orderRef = newOrder();
      await allow(world, BUYER, 4n);
      await world.send(OWNER, world.token, 'pause');
      expect(await pay(world, BUYER, 4n, orderRef)).not.toBeNull();
      await world.send(OWNER, world.token, 'unpause');
      await world.send(OWNER, world.token, 'addBlackList', [BUYER]);
      expect(await pay(world, BUYER, 4n, orderRef)).not.toBeNull();
      await world.send(OWNER, world.token, 'removeBlackList', [BUYER]);
      expect(await pay(world, BUYER, 4n, orderRef)).toBeNull();
    },
  },
  {
    name: 'a payer that calls back from within its payment does not pay twice',
    async run(world) {
      const token = await world.deploy(hostileContract('CallingToken'));
      const checkout = await world.deploy(world.contract, [token, TREASURY]);
      const payer = await world.deploy(hostileContract('TwicePayer'));
      await world.send(OWNER, token, 'mint', [payer, 20n]);
      const { error } = await world.send(OWNER, payer, 'payTwice', [token, checkout, newOrder(), 10n]);
      expect(error).not.toBeNull();
      expect(await world.read(token, 'balanceOf', [payer])).toBe(20n);
    },
  },
  {
    name: 'a token that answers false has not paid',
    async run(world) {
      const token = await world.deploy(hostileContract('RefusingToken'));
      const checkout = await world.deploy(world.contract, [token, TREASURY]);
      const { error } = await world.send(BUYER, checkout, 'pay', [newOrder(), 1n, FOREVER]);
      expect(error).toBe('SafeERC20FailedOperation');
    },
  },
  {
    name: 'it takes no ether, with a payment or without',
    async run({ rpc, checkout }) {
      await rpc('anvil_setBalance', BUYER, '0xde0b6b3a7640000');
      const ether = { from: BUYER, to: checkout, value: '0x1', gasPrice: '0x0' };
      await expect(rpc('eth_call', ether)).rejects.toThrow();
      await expect(rpc('eth_call', { ...ether, data: '0x12345678' })).rejects.toThrow();
    },
  },
  {
    name: 'it is not made for a token without code, nor for nobody',
    async run({ deploy, contract, token }) {
      await expect(deploy(contract, [THIEF, TREASURY])).rejects.toThrow();
      await expect(deploy(contract, [token, pad('0x', { size: 20 })])).rejects.toThrow();
    },
  },
  {
    name: 'one function changes anything, and it is not payable',
    async run({ contract }) {
      const changing = contract.abi.filter(
        (part) => part.type !== 'event' && part.type !== 'error' && !isView(part),
      );
      expect(changing.map((part) => ('name' in part ? part.name : part.type))).toEqual([
        'constructor',
        'pay',
      ]);
      expect(changing.map((part) => ('stateMutability' in part ? part.stateMutability : ''))).not.toContain(
        'payable',
      );
    },
  },
  {
    name: 'its code cannot destroy itself, run foreign code as its own, or make contracts',
    async run({ code, checkout }) {
      const opcodes = opcodesOf(await code(checkout));
      for (const forbidden of ['SELFDESTRUCT', 'DELEGATECALL', 'CALLCODE', 'CREATE', 'CREATE2'])
        expect(opcodes).not.toContain(forbidden);
    },
  },
];

const isView = (part: ContractWorld['contract']['abi'][number]): boolean =>
  'stateMutability' in part && (part.stateMutability === 'view' || part.stateMutability === 'pure');

function newOrder(): Hex {
  orders += 1;
  return pad(`0x${orders.toString(16)}`, { size: 32 });
}

async function allow({ token, checkout, send }: ContractWorld, payer: Hex, amount: bigint): Promise<void> {
  expect((await send(OWNER, token, 'mint', [payer, amount])).error).toBeNull();
  expect((await send(payer, token, 'approve', [checkout, amount])).error).toBeNull();
}

async function clear({ token, checkout, send }: ContractWorld, payer: Hex): Promise<void> {
  expect((await send(payer, token, 'approve', [checkout, 0n])).error).toBeNull();
}

async function pay(
  world: ContractWorld,
  payer: Hex,
  amount: bigint,
  orderRef = newOrder(),
  deadline = FOREVER,
): Promise<string | null> {
  return (await world.send(payer, world.checkout, 'pay', [orderRef, amount, deadline])).error;
}

const balance = async ({ token, read }: ContractWorld, holder: Hex) =>
  (await read(token, 'balanceOf', [holder])) as bigint;

function hostileContract(name: string): CompiledContract {
  hostile ??= compileSources({ 'Hostile.sol': readSource('testing/Hostile') })['Hostile.sol']!;
  return hostile.find((one) => one.name === name)!;
}
