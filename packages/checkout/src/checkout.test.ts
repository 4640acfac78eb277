import { readFileSync } from 'node:fs';
import { keccak256, type Hex, pad } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutCode } from './checkout-code.ts';
import { type CompiledContract, compileSources, readSource } from './compile-sources.ts';
import { checkoutRuntimeHash, checkoutRuntimeTemplate } from './generated/checkout.ts';
import {
  BUYER,
  type ContractWorld,
  startContractWorld,
  TREASURY,
  opcodesOf,
  OWNER,
} from './testing/contract-world.ts';

describe.each([{ chain: 'Ethereum' }, { chain: 'TRON' }])('with the Tether of $chain', ({ chain }) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await startContractWorld(chain === 'TRON');
  });
  afterAll(() => world.stop());

  test.each(attacks)('$name', ({ run }) => run(world));

  test('stands on the chain as the code that the payment page expects', async () => {
    const { token, checkout, code } = world;
    const found = await code(checkout);
    expect(found === checkoutCode(token, TREASURY)).toBe(true);
    expect(found === checkoutCode(token, BUYER)).toBe(false);
    expect(found === checkoutCode(BUYER, TREASURY)).toBe(false);
  });
});

test('the published hash is that of the code without token and treasury', () => {
  expect(checkoutRuntimeHash).toBe(keccak256(checkoutRuntimeTemplate));
  const published = readFileSync(new URL('../../../docs/wallets.md', import.meta.url), 'utf8');
  expect(published).toContain(checkoutRuntimeHash);
});

test('the code calls the token and nothing else', () => {
  expect(opcodesOf(checkoutRuntimeTemplate).toSorted()).toEqual(['CALL', 'STATICCALL', 'STATICCALL']);
});

describe('mutants of the checkout', () => {
  const source = readSource('Checkout');

  /** Checkouts with one bug each: the attacks must detect all of them. */
  const MARK = 'paid[msg.sender][orderRef] = true;';
  const BEFORE = 'uint256 balanceBefore = TOKEN.balanceOf(TREASURY);';
  const MOVE = 'TOKEN.safeTransferFrom(msg.sender, TREASURY, amount);';
  const MARK_AND_MOVE = source.slice(source.indexOf(MARK), source.indexOf(MOVE) + MOVE.length);
  const END = `emit Paid(orderRef, msg.sender, amount, TOKEN.balanceOf(TREASURY) - balanceBefore);
    }`;

  const mutants: { bug: string; from: string; to: string }[] = [
    { bug: 'no deadline', from: 'if (block.timestamp > deadline) revert DeadlinePassed(deadline);', to: '' },
    { bug: 'the last second is late', from: 'block.timestamp > deadline', to: 'block.timestamp >= deadline' },
    { bug: 'a payment of nothing', from: 'if (amount == 0) revert AmountMissing();', to: '' },
    { bug: 'paid twice', from: MARK, to: '' },
    { bug: 'one payer for an order', from: 'paid[msg.sender][orderRef]', to: 'paid[address(0)][orderRef]' },
    { bug: 'marked after the token was called', from: MARK_AND_MOVE, to: `${BEFORE}${MOVE} ${MARK}` },
    { bug: 'takes from whoever signed', from: 'From(msg.sender,', to: 'From(tx.origin,' },
    { bug: 'keeps the money', from: MOVE, to: MOVE.replace('TREASURY', 'address(this)') },
    {
      bug: 'wants an answer from Tether',
      from: MOVE,
      to: 'TOKEN.transferFrom(msg.sender, TREASURY, amount);',
    },
    {
      bug: 'does not mind the answer',
      from: MOVE,
      to: `(bool done, ) = address(TOKEN).call(abi.encodeCall(IERC20.transferFrom, (msg.sender, TREASURY, amount)));
         require(done);`,
    },
    { bug: 'tells what was asked for', from: 'TOKEN.balanceOf(TREASURY) - balanceBefore', to: 'amount' },
    { bug: 'leaves a unit allowed', from: 'TREASURY, amount);', to: 'TREASURY, amount - 1);' },
    { bug: 'takes ether', from: END, to: `${END}\n receive() external payable {}` },
    {
      bug: 'can be ended',
      from: END,
      to: `${END}\n function end() external { selfdestruct(payable(msg.sender)); }`,
    },
    {
      bug: 'runs foreign code',
      from: END,
      to: `${END}\n function run(address code) external { (bool done, ) = code.delegatecall(""); require(done); }`,
    },
    {
      bug: 'any token',
      from: 'if (address(token).code.length == 0) revert TokenHasNoCode(address(token));',
      to: '',
    },
    { bug: 'any treasury', from: 'if (treasury == address(0)) revert TreasuryMissing();', to: '' },
  ];

  function plant({ bug, from, to }: (typeof mutants)[number]): string {
    expect(source, bug).toContain(from);
    return source.replaceAll(from, to);
  }

  let compiled: Record<string, CompiledContract[]>;
  beforeAll(() => {
    const texts = Object.fromEntries(mutants.map((mutant) => [mutant.bug, plant(mutant)]));
    compiled = compileSources(texts, { acceptWarnings: true });
  });

  test.each(mutants)('caught: $bug', async ({ bug }) => {
    expect(await findCatcher(compiled[bug]!.find(({ name }) => name === 'Checkout'))).not.toBeNull();
  });

  test('nothing is caught where nothing is wrong', async () => {
    expect(await findCatcher(undefined)).toBeNull();
  });

  /** The first attack that succeeds against the contract, by name; each is tried with both Tether look-alikes. */
  async function findCatcher(contract: CompiledContract | undefined): Promise<string | null> {
    for (const onTron of [false, true]) {
      const world = await startContractWorld(onTron, contract);
      try {
        for (const attack of attacks) if (!(await holds(attack, world))) return attack.name;
      } finally {
        await world.stop();
      }
    }
    return null;
  }

  const holds = (attack: (typeof attacks)[number], world: ContractWorld): Promise<boolean> =>
    attack.run(world).then(
      () => true,
      () => false,
    );
});

/** An attack that a checkout must withstand; `run` throws if it succeeds. */
type Attack = { name: string; run(world: ContractWorld): Promise<void> };

const THIEF: Hex = '0x00000000000000000000000000000000000d0001';
const FOREVER = 2n ** 256n - 1n;
let orders = 0;
let hostile: readonly CompiledContract[] | undefined;

const attacks: readonly Attack[] = [
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
