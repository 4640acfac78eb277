import * as fc from 'fast-check';
import {
  concat,
  decodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
} from 'viem';
import { expect } from 'vitest';
import { cloneCode } from '../deposit-code.ts';
import { depositAddressAbi } from '../generated/deposit-address.ts';
import { depositFactoryAbi } from '../generated/deposit-factory.ts';
import { OWNER, sendAndMine, TREASURY, type DepositWorld, testToken } from './contract-world.ts';

const ACTORS: readonly Hex[] = [
  '0x00000000000000000000000000000000000e0001',
  '0x00000000000000000000000000000000000e0002',
];
const NOBODY: Hex = pad('0x', { size: 20 });
const PLACES = 6;
/** The network's token, one that calls back, and the coin. */
const KINDS = [0, 1, 2] as const;

/** Indexes of addresses, actors and kinds of money. */
type Call =
  | { act: 'give'; place: number; kind: number; amount: bigint }
  | { act: 'push'; place: number; amount: bigint }
  | { act: 'sweep'; place: number; kind: number; actor: number }
  | { act: 'sweepMany'; places: number[]; kind: number; actor: number }
  | { act: 'callBack'; place: number }
  | { act: 'rule'; name: string; place: number; fee: bigint }
  | { act: 'noise'; target: number; selector: Uint8Array; actor: number };

const place = fc.nat(PLACES - 1);
const kind = fc.constantFrom(...KINDS);
const actor = fc.nat(ACTORS.length - 1);
const amount = fc.oneof(fc.bigInt(0n, 9n), fc.bigInt(1n, 10n ** 24n));
const is = <T extends string>(name: T) => fc.constant(name);

const anyCall: fc.Arbitrary<Call> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: is('give'), place, kind, amount }) },
  { weight: 1, arbitrary: fc.record({ act: is('push'), place, amount: fc.bigInt(0n, 999n) }) },
  { weight: 1, arbitrary: fc.record({ act: is('sweep'), place, kind, actor }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: is('sweepMany'), places: fc.array(place, { maxLength: 5 }), kind, actor }),
  },
  { weight: 1, arbitrary: fc.record({ act: is('callBack'), place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: is('rule'),
      name: fc.constantFrom('pause', 'unpause', 'unpause', 'addBlackList', 'removeBlackList', 'setParams'),
      place,
      fee: fc.bigInt(0n, 19n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: is('noise'),
      target: fc.nat(PLACES + 1),
      selector: fc.uint8Array({ maxLength: 4 }),
      actor,
    }),
  },
);

/**
 * Random calls by anybody: money moves only to the treasury (except a fee, to the token's owner), the treasury never
 * loses any, and the rest can be swept in the end. Throws otherwise.
 */
export async function fuzzDeposits(
  world: DepositWorld,
  { seed, calls }: { seed: number; calls: number },
): Promise<void> {
  const places = Array.from({ length: PLACES }, () => world.newAddress());
  const tokens = [world.token, await world.deploy(testToken('CallingToken')), NOBODY] as const;
  for (const one of [OWNER, ...ACTORS]) await world.rpc('anvil_setBalance', one, numberToHex(10n ** 18n));
  const make = createCaller(world, places, tokens);

  const sums = createReader(world, tokens);
  const addresses = places.map(({ address }) => address);
  const expectNoLess = (now: readonly bigint[], before: readonly bigint[]) =>
    now.forEach((sum, index) => expect(sum).toBeGreaterThanOrEqual(before[index]!));

  let had = await sums([TREASURY]);
  let known = await sums([...addresses, world.implementation, TREASURY, OWNER]);
  for (const step of fc.sample(anyCall, { seed, numRuns: calls })) {
    await make(step);
    const [treasury, all, others] = await Promise.all([
      sums([TREASURY]),
      sums([...addresses, world.implementation, TREASURY, OWNER]),
      sums([...ACTORS, world.factory]),
    ]);
    expectNoLess(treasury, had);
    expectNoLess(all, known);
    expect(others.slice(0, 2)).toEqual([0n, 0n]);
    [had, known] = [treasury, all];
  }

  await world.send(OWNER, world.token, 'unpause');
  await world.send(OWNER, tokens[1], 'callBack', [NOBODY, '0x']);
  for (const address of addresses) await world.send(OWNER, world.token, 'removeBlackList', [address]);
  for (const one of KINDS) await make({ act: 'sweepMany', places: [0, 1, 2, 3, 4, 5], kind: one, actor: 0 });
  expect(await sums(addresses)).toEqual([0n, 0n, 0n]);
  for (const address of addresses) expect(await world.code(address)).toBe(cloneCode(world.implementation));
}

/** Reads what these holders have together of each kind of money, in one call. */
function createReader(world: DepositWorld, tokens: readonly Hex[]) {
  const { abi, bytecode } = testToken('BalanceSums');
  return async (holders: readonly Hex[]): Promise<readonly bigint[]> => {
    const data = encodeDeployData({ abi, bytecode, args: [tokens, holders] });
    const answer = await world.rpc<Hex>('eth_call', { data }, 'latest');
    const [all] = decodeAbiParameters([{ type: 'uint256[]' }], answer);
    return all;
  };
}

type Transaction = { from: Hex; to?: Hex; data: Hex; value?: Hex };

function createCaller(
  world: DepositWorld,
  places: readonly { salt: Hex; address: Hex }[],
  tokens: readonly Hex[],
): (step: Call) => Promise<unknown> {
  const { factory, implementation } = world;
  const mine = async (transaction: Transaction) => sendAndMine(world.rpc, transaction);
  const sweepMany = (token: number, at: readonly number[]): Hex => {
    const args = [tokens[token]!, at.map((one) => places[one]!.salt)] as const;
    return encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
  };
  const addressOf = (at: number): Hex => places[at]!.address;
  const targets = [...places.map(({ address }) => address), factory, implementation];

  const sweepOne = async ({ place: at, kind: token, actor: by }: Extract<Call, { act: 'sweep' }>) => {
    const args = [tokens[token]!] as const;
    const data = encodeFunctionData({ abi: depositAddressAbi, functionName: 'sweep', args });
    return mine({ from: ACTORS[by]!, to: addressOf(at), data });
  };
  const give = async ({ place: at, kind: token, amount: units }: Extract<Call, { act: 'give' }>) => {
    const to = addressOf(at);
    if (tokens[token] !== NOBODY) return world.send(OWNER, tokens[token]!, 'mint', [to, units]);
    return mine({ from: OWNER, to, data: '0x', value: numberToHex(units % 1_000n) });
  };
  const push = async (step: Extract<Call, { act: 'push' }>) => {
    const data = concat([testToken('Pusher').bytecode, pad(addressOf(step.place), { size: 32 })]);
    return mine({ from: OWNER, data, value: numberToHex(step.amount) });
  };
  const rule = async ({ name, fee, place: at }: Extract<Call, { act: 'rule' }>) => {
    const isList = /List/.test(name);
    const args = name === 'setParams' ? [fee, 49n] : isList ? [addressOf(at)] : [];
    return world.send(OWNER, world.token, name, args);
  };
  const noise = async ({ actor: by, selector, target }: Extract<Call, { act: 'noise' }>) => {
    const from = ACTORS[by]!;
    const name: Hex = `0x${Buffer.from(selector).toString('hex')}`;
    return mine({ from, to: targets[target]!, data: concat([name, pad(from, { size: 32 }), pad('0x7')]) });
  };

  return async (step) => {
    if (step.act === 'give') return give(step);
    if (step.act === 'push') return push(step);
    if (step.act === 'sweep') return sweepOne(step);
    if (step.act === 'rule') return rule(step);
    if (step.act === 'noise') return noise(step);
    if (step.act === 'callBack')
      return world.send(OWNER, tokens[1]!, 'callBack', [factory, sweepMany(1, [step.place])]);
    return mine({ from: ACTORS[step.actor]!, to: factory, data: sweepMany(step.kind, step.places) });
  };
}
