import { checksumAddress, encodeFunctionData, type Hex, pad, toHex } from 'viem';
import { expect } from 'vitest';
import { cloneCode, depositAddressOf } from '../deposit-code.ts';
import { depositFactoryAbi } from '../generated/deposit-factory.ts';
import {
  storageOpcodesOf,
  opcodesOf,
  BUYER,
  OWNER,
  sendAndMine,
  TREASURY,
  type DepositWorld,
  PREFIX,
  testToken,
} from './contract-world.ts';

/** An attack that deposit addresses must withstand; `run` throws if it succeeds. */
type DepositAttack = { name: string; run(world: DepositWorld): Promise<void> };

const THIEF: Hex = '0x00000000000000000000000000000000000d0001';
const COIN: Hex = pad('0x', { size: 20 });
const ETHER: Hex = '0xde0b6b3a7640000';

/** Sweeps by anybody, twice: with the address not yet made, and made. */
async function arrivesTwice(world: DepositWorld, token = world.token, amount = 25_000_000n): Promise<void> {
  const { salt, address } = world.newAddress();
  const before = await world.balance(TREASURY, token);
  const mint = async () => world.send(OWNER, token, 'mint', [address, amount]);
  await mint();
  expect((await world.sweepMany([salt], token, THIEF)).error).toBeNull();
  expect(await world.balance(TREASURY, token)).toBe(before + amount);
  await mint();
  expect((await world.sweep(address, token)).error).toBeNull();
  expect(await world.balance(TREASURY, token)).toBe(before + 2n * amount);
  expect(await world.balance(address, token)).toBe(0n);
}

/** Simulates sweepMany with a gas limit. */
async function ask(world: DepositWorld, salts: readonly Hex[], gas?: number): Promise<bigint[] | null> {
  const { rpc, factory, token } = world;
  const args = [token, salts] as const;
  const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
  const call = { from: BUYER, to: factory, data, ...(gas && { gas: toHex(gas) }) };
  const answer = await rpc<Hex>('eth_call', call).catch(() => null);
  // Head: offset and length.
  return answer && (answer.slice(2).match(/.{64}/g) ?? []).slice(2).map((word) => BigInt(`0x${word}`));
}

export const depositAttacks: readonly DepositAttack[] = [
  {
    name: 'what lies at an address reaches the treasury, whoever sweeps, made or not',
    run: (world) => arrivesTwice(world),
  },
  { name: 'a single unit is swept', run: (world) => arrivesTwice(world, world.token, 1n) },
  {
    name: 'addresses are those that were computed from the published code',
    async run(world) {
      const { salt, address } = world.newAddress();
      expect((await world.read(world.factory, 'addressOf', [salt])) as string).toBe(checksumAddress(address));
      expect(await world.code(address)).toBe('0x');
      await world.sweepMany([salt]);
      expect(await world.code(address)).toBe(cloneCode(world.implementation));
    },
  },
  {
    name: 'the first byte is the one by which the chain makes addresses',
    run: async ({ read, factory }) => expect(await read(factory, 'PREFIX')).toBe(PREFIX),
  },
  {
    name: 'many at once: each brings its own, in order, the same twice brings nothing more',
    async run(world) {
      const all = Array.from({ length: 5 }, () => world.newAddress());
      for (const [at, { address }] of all.entries()) await world.give(address, BigInt(at) * 10n);
      const salts = [...all, all[4]!].map(({ salt }) => salt);
      expect(await ask(world, salts)).toEqual([0n, 10n, 20n, 30n, 40n, 0n]);
      const before = await world.balance(TREASURY);
      expect((await world.sweepMany(salts)).error).toBeNull();
      expect(await world.balance(TREASURY)).toBe(before + 100n);
      expect((await world.sweepMany([])).error).toBeNull();
    },
  },
  {
    name: 'an address that somebody else made and swept first stops nobody',
    async run(world) {
      const [one, other] = [world.newAddress(), world.newAddress()];
      await world.give(one.address, 5n);
      await world.give(other.address, 6n);
      const before = await world.balance(TREASURY);
      await world.sweepMany([one.salt], COIN, THIEF);
      await world.sweepMany([one.salt], world.token, THIEF);
      expect(await ask(world, [one.salt, other.salt])).toEqual([0n, 6n]);
      expect((await world.sweepMany([one.salt, other.salt])).error).toBeNull();
      expect((await world.sweep(one.address)).error).toBeNull();
      expect(await world.balance(TREASURY)).toBe(before + 11n);
    },
  },
  {
    name: 'money that comes after the last sweep is swept by the next',
    async run(world) {
      const { salt, address } = world.newAddress();
      await world.sweepMany([salt]);
      await world.give(address, 9n);
      expect(await ask(world, [salt])).toEqual([9n]);
    },
  },
  {
    name: 'an address on the black list does not stop the others, and keeps what lies there',
    async run(world) {
      const [listed, other] = [world.newAddress(), world.newAddress()];
      await world.give(listed.address, 7n);
      await world.give(other.address, 8n);
      await world.send(OWNER, world.token, 'addBlackList', [listed.address]);
      expect(await ask(world, [listed.salt, other.salt])).toEqual([0n, 8n]);
      expect((await world.sweepMany([listed.salt, other.salt])).error).toBeNull();
      expect(await world.balance(listed.address)).toBe(7n);
      expect((await world.sweep(listed.address)).error).toBe('NotSwept');
      await world.send(OWNER, world.token, 'removeBlackList', [listed.address]);
      expect((await world.sweep(listed.address)).error).toBeNull();
    },
  },
  {
    name: 'while the token is paused nothing moves and nothing is lost',
    async run(world) {
      const { salt, address } = world.newAddress();
      await world.give(address, 7n);
      await world.send(OWNER, world.token, 'pause');
      expect(await ask(world, [salt])).toEqual([0n]);
      await world.send(OWNER, world.token, 'unpause');
      expect(await ask(world, [salt])).toEqual([7n]);
    },
  },
  {
    name: 'a fee comes off what the treasury gets, and nothing stays',
    async run(world) {
      const { salt, address } = world.newAddress();
      await world.give(address, 1_000_000n);
      await world.send(OWNER, world.token, 'setParams', [10n, 49n]);
      const before = await world.balance(TREASURY);
      expect(await ask(world, [salt])).toEqual([1_000_000n]);
      await world.sweepMany([salt]);
      await world.send(OWNER, world.token, 'setParams', [0n, 0n]);
      expect((await world.balance(TREASURY)) - before).toBe(999_000n);
      expect(await world.balance(address)).toBe(0n);
    },
  },
  {
    name: 'a token that answers true, and one that keeps a unit, are swept',
    async run(world) {
      await arrivesTwice(world, await world.deploy(testToken('CallingToken')));
      const keeping = await world.deploy(testToken('KeepingToken'));
      const { salt, address } = world.newAddress();
      await world.send(OWNER, keeping, 'mint', [address, 10n]);
      expect((await world.sweepMany([salt], keeping)).error).toBeNull();
      expect(await world.balance(TREASURY, keeping)).toBe(9n);
    },
  },
  {
    name: 'a token that moves nothing has not been swept, whatever it answers',
    async run(world) {
      const { salt, address } = world.newAddress();
      await world.sweepMany([salt]);
      for (const answer of [true, false]) {
        const token = await world.deploy(testToken('SilentToken'), [answer]);
        expect((await world.sweep(address, token)).error).toBe('NotSwept');
        expect((await world.sweepMany([salt], token)).error).toBeNull();
      }
      expect((await world.sweep(address, THIEF)).error).toBe('revert');
    },
  },
  {
    name: 'a token that calls back moves the money once, to the treasury',
    async run(world) {
      const token = await world.deploy(testToken('CallingToken'));
      const [one, other] = [world.newAddress(), world.newAddress()];
      for (const { address } of [one, other]) await world.send(OWNER, token, 'mint', [address, 50n]);
      const args = [token, [one.salt, other.salt]] as const;
      const again = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
      await world.send(OWNER, token, 'callBack', [world.factory, again]);
      await world.sweepMany([one.salt, other.salt], token);
      expect(Number(await world.read(token, 'calls'))).toBeGreaterThan(0);
      await world.send(OWNER, token, 'callBack', [COIN, '0x']);
      await world.sweepMany([one.salt, other.salt], token);
      expect(await world.balance(TREASURY, token)).toBe(100n);
    },
  },
  {
    name: 'coin sent before an address is made reaches the treasury; afterwards only by force, and then too',
    async run(world) {
      const { rpc, coin } = world;
      const { salt, address } = world.newAddress();
      await rpc('anvil_setBalance', BUYER, ETHER);
      const before = await coin(TREASURY);
      const gift = { from: BUYER, to: address, value: '0x3e8' as Hex, data: '0x' as Hex };
      expect((await sendAndMine(rpc, gift)).status).toBe('0x1');
      await world.sweepMany([salt]);
      expect((await world.sweepMany([salt], COIN)).error).toBeNull();
      expect((await coin(TREASURY)) - before).toBe(1_000n);
      expect((await sendAndMine(rpc, gift)).status).toBe('0x0');
      expect((await sendAndMine(rpc, { ...gift, to: world.factory })).status).toBe('0x0');
      await rpc('anvil_setBalance', address, '0x7');
      expect((await world.sweep(address, COIN)).error).toBeNull();
      expect((await coin(TREASURY)) - before).toBe(1_007n);
    },
  },
  {
    name: 'a treasury that takes no coin leaves it where it is, and gets its tokens',
    async run(world) {
      const treasury = await world.deploy(testToken('Unwilling'));
      const factory = await world.deploy(world.contract, [treasury]);
      const { salt } = world.newAddress();
      const address = depositAddressOf({ prefix: PREFIX, factory, treasury }, salt);
      await world.rpc('anvil_setBalance', address, '0x9');
      await world.give(address, 11n);
      for (const token of [COIN, world.token])
        expect((await world.send(BUYER, factory, 'sweepMany', [token, [salt]])).error).toBeNull();
      expect([await world.coin(address), await world.balance(treasury)]).toEqual([9n, 11n]);
    },
  },
  {
    name: 'another token, sent by mistake, reaches the treasury beside the own one',
    async run(world) {
      const other = await world.deploy(testToken('CallingToken'));
      const { salt, address } = world.newAddress();
      await world.give(address, 3n);
      await world.send(OWNER, other, 'mint', [address, 4n]);
      await world.sweepMany([salt], other, THIEF);
      expect([await world.balance(TREASURY, other), await world.balance(address)]).toEqual([4n, 3n]);
    },
  },
  {
    name: 'with any gas that is enough to succeed, all is swept',
    async run(world) {
      const token = await world.deploy(testToken('HeavyToken'));
      const all = [world.newAddress(), world.newAddress()];
      for (const { address } of all) await world.send(OWNER, token, 'mint', [address, 10n]);
      const salts = all.map(({ salt }) => salt);
      const seen = new Set<string>();
      for (let gas = 60_000; gas < 1_300_000; gas += 8_000)
        seen.add(String(await ask({ ...world, token }, salts, gas)));
      expect([...seen].toSorted()).toEqual(['10,10', 'null']);
    },
  },
  {
    name: 'the code that addresses run and the factory move nothing of their own elsewhere',
    async run(world) {
      const { implementation, factory, token } = world;
      await world.give(implementation, 5n);
      const before = await world.balance(TREASURY);
      expect((await world.send(THIEF, implementation, 'sweep', [token])).error).toBeNull();
      expect((await world.balance(TREASURY)) - before).toBe(5n);
      expect((await world.read(factory, 'TREASURY')) as string).toBe(checksumAddress(TREASURY));
      expect((await world.read(implementation, 'TREASURY')) as string).toBe(checksumAddress(TREASURY));
    },
  },
  {
    name: 'it is not made for nobody',
    run: async ({ deploy, contract }) => expect(deploy(contract, [COIN])).rejects.toThrow(),
  },
  {
    name: 'one function changes anything, and it is not payable',
    async run({ contract }) {
      const changing = contract.abi.filter(
        (part) => part.type !== 'event' && part.type !== 'error' && !/view|pure/.test(mutabilityOf(part)),
      );
      expect(changing.map((part) => ('name' in part ? part.name : part.type))).toEqual([
        'constructor',
        'sweepMany',
      ]);
      expect(changing.map(mutabilityOf)).not.toContain('payable');
    },
  },
  {
    name: 'the codes remember nothing, cannot destroy themselves, and run no foreign code as their own',
    async run({ code, factory, implementation }) {
      const made = await code(factory);
      expect(opcodesOf(made).toSorted()).toEqual(['CALL', 'CREATE2']);
      expect(opcodesOf(await code(implementation)).toSorted()).toEqual(['CALL', 'CALL', 'STATICCALL']);
      for (const one of [made, await code(implementation)]) expect(storageOpcodesOf(one)).toEqual([]);
    },
  },
];

const mutabilityOf = (part: DepositWorld['contract']['abi'][number]): string =>
  'stateMutability' in part ? part.stateMutability : '';
