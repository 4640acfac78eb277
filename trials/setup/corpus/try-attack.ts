import { chainsOf, parseAddress } from '@portside/chain';
import { parseMicro, type Network, NETWORKS } from '@portside/contract';
import { type Hex, numberToHex } from 'viem';
import { findLedgerMismatches } from '../../../apps/server/src/features/ledger/index.ts';
import { type Attack, type Outcome, Scene, type Stage, transferWords } from './scene.ts';
import { ATTACKS_BY_PAYMENT } from './attacks-by-payment.ts';
import { ATTACKS_BY_EVENT } from './attacks-by-event.ts';
import { ATTACKS_BY_SIGNATURE, ATTACKS_BY_TOKEN } from './attacks-by-signature.ts';
import { askForTopUp, expectHalted, expectNothingCredited } from './shop-side.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import type { Life } from '../simulator/chain-model.ts';
import { FAULTS } from '../simulator/faults.ts';
import type { Fault } from '../simulator/fault.ts';
import { runSeed } from '../simulator/run-seed.ts';
import { createFollowJob } from '../../../apps/server/src/features/deposits/index.ts';
import { depositMatcher } from '../../../apps/server/src/features/recharges/index.ts';
import { FINAL_BLOCKS, nodeOf, randomAddress } from '../../../apps/server/src/testing/chain-world.ts';

/** A gas price that puts a transaction first in its block. */
const HASTE = numberToHex(100_000_000_000);

/** The money is on another chain, not final, or has moved to another position. */
const ATTACKS_BY_PLACE: readonly Attack[] = [
  {
    name: 'the right token to the right wallet, on another chain whose node is asked',
    async run(scene) {
      const other = NETWORKS.find((one) => one !== scene.network)!;
      const elsewhere = scene.on(other);
      await elsewhere.setCode(scene.token, 'Emitter');
      const { event, from, to, amount } = transferWords(scene.treasury, scene.units(scene.amount));
      const data = scene.encode('Emitter', 'say', [[event, from, to], amount]);
      const hash = await elsewhere.sendExpecting('success', { to: scene.token, data });
      await elsewhere.mineFinal();
      await followWith(scene, [nodeOf(scene.chains, other)]);
      return { hashes: [hash] };
    },
  },
  {
    name: 'a payment that waits and is in no block, shown as paid',
    async run(scene) {
      const from = await scene.rich(scene.amount);
      const data = scene.tokenCall('transfer', scene.treasury, scene.amount);
      const hash = await scene.queue({ to: scene.token, from, data });
      await scene.follow();
      await expectNothingCredited(scene);
      await scene.rpc('anvil_dropTransaction', hash);
      return { hashes: [hash] };
    },
  },
  {
    name: 'a payment in the newest block, which is not final yet',
    async run(scene) {
      const hash = await scene.world.pay(scene.network, scene.recharge.pay_amount);
      await scene.follow();
      await expectNothingCredited(scene);
      return { hashes: [hash], arrived: [scene.amount], credited: scene.amount };
    },
  },
  {
    name: 'a payment that a reorganisation takes away',
    async run(scene) {
      await scene.mine();
      const hash = await scene.world.pay(scene.network, scene.recharge.pay_amount);
      await scene.follow();
      await scene.reorganise(1);
      await scene.follow();
      return { hashes: [hash] };
    },
  },
  {
    name: 'a payment that a reorganisation moves behind others, so that its place in the block changes',
    async run(scene) {
      const from = await scene.rich(50n);
      const hash = await scene.world.pay(scene.network, scene.recharge.pay_amount);
      const copy = await takeCopy(scene, hash);
      await scene.follow();
      await scene.reorganise(1);
      const data = scene.tokenCall('transfer', randomAddress(), 50n);
      await scene.queue({ to: scene.token, from, data, gasPrice: HASTE });
      await sendAgain(scene, copy);
      await scene.mine();
      await mustBeSecond(scene, hash);
      await scene.follow();
      await expectNothingCredited(scene);
      return { hashes: [hash], arrived: [scene.amount], credited: scene.amount };
    },
  },
  {
    name: 'a payment that two followers read at once',
    async run(scene) {
      const hash = await scene.world.pay(scene.network, scene.recharge.pay_amount);
      await scene.mineFinal();
      await Promise.all([scene.follow(), scene.follow(), scene.follow()]);
      return { hashes: [hash], arrived: [scene.amount], credited: scene.amount };
    },
  },
  {
    name: 'a payment that a reorganisation takes away after it was final and credited',
    async run(scene) {
      const hash = await scene.world.pay(scene.network, scene.recharge.pay_amount);
      await scene.mineFinal();
      await scene.follow();
      await scene.reorganise(FINAL_BLOCKS + 2);
      await scene.mineFinal();
      await scene.follow();
      await expectHalted(scene);
      return { hashes: [hash], arrived: [scene.amount], credited: scene.amount };
    },
  },
];

async function followWith(scene: Scene, nodes: ReturnType<typeof nodeOf>[]): Promise<void> {
  const { ctx } = scene.world;
  const job = createFollowJob(ctx, { network: scene.network, nodes, quorum: 1, everyMs: 1 }, depositMatcher);
  await job.run();
}

async function mustBeSecond(scene: Scene, hash: Hex): Promise<void> {
  const { rpcUrl } = scene.chains.chains[scene.network];
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] };
  const answer = await fetch(rpcUrl, { method: 'POST', body: JSON.stringify(body) });
  const { result } = (await answer.json()) as { result: { logs: { logIndex: Hex }[] } };
  if (Number(result.logs[0]!.logIndex) !== 1) throw new Error('it was meant to move behind another');
}

/** A signed transaction, to be rebroadcast after a reorganisation. */
type Copy = { readonly raw: Hex } | { readonly signed: unknown };

async function takeCopy(scene: Scene, hash: Hex): Promise<Copy> {
  const { httpUrl } = scene.chains.chains[scene.network];
  if (httpUrl === null) return { raw: await scene.rpc<Hex>('eth_getRawTransactionByHash', hash) };
  return { signed: await post(`${httpUrl}/wallet/gettransactionbyid`, { value: hash.slice(2) }) };
}

async function sendAgain(scene: Scene, copy: Copy): Promise<void> {
  if ('raw' in copy) {
    await scene.rpc('eth_sendRawTransaction', copy.raw);
    return;
  }
  const { httpUrl } = scene.chains.chains[scene.network];
  const answer = (await post(`${httpUrl}/wallet/broadcasttransaction`, copy.signed)) as { result: boolean };
  if (!answer.result) throw new Error(`the chain did not take it again: ${JSON.stringify(answer)}`);
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

/** The last attack contradicts final blocks: its chain cannot be scanned afterwards. */
export const ATTACKS: readonly Attack[] = [
  ...ATTACKS_BY_TOKEN,
  ...ATTACKS_BY_EVENT,
  ...ATTACKS_BY_PAYMENT,
  ...ATTACKS_BY_SIGNATURE,
  ...ATTACKS_BY_PLACE,
];

/** Nothing can be claimed at own addresses: what arrives is the owner's, whoever sent it. */
export const ATTACKS_ON_OWN_ADDRESSES: readonly Attack[] = [
  ...ATTACKS_BY_TOKEN,
  ...ATTACKS_BY_EVENT,
  ...ATTACKS_BY_PAYMENT,
  ...ATTACKS_BY_SIGNATURE.filter(({ name }) => name.includes('USDT blocks')),
  ...ATTACKS_BY_PLACE,
];

/** Runs an attack together with a true payment; the result lists every deviation. */
export async function tryAttack(stage: Stage, attack: Attack): Promise<string[]> {
  const { network, chains, world } = stage;
  // Other tests share the database and plant faults of their own.
  const known = new Set((await findLedgerMismatches(world.ctx.db)).map(({ userId }) => userId));
  const scene = new Scene(stage, await askForTopUp(world, network));
  const beside = await askForTopUp(world, network);
  const besideMicro = parseMicro(beside.recharge.pay_amount);
  // It stays pending, so it lands in the same block as the attack.
  const besideHash = await chains.sendUsdt(
    network,
    parseAddress(network, beside.recharge.wallet_address!),
    besideMicro,
  );
  const outcome = await attack.run(scene);
  await scene.follow();
  await scene.mineFinal();
  await scene.follow();
  // The hourly reading finds the same once more. Without it every later attack would re-read this one.
  if (stage.hasOwnAddresses) await world.readAllAddresses(network);
  return [
    ...(await checkOutcome(scene, stage.hasOwnAddresses ? atOwnAddress(outcome, network) : outcome)),
    ...(await checkRecorded(scene, [besideHash], [besideMicro], 'the true payment beside it')),
    ...differ('the balance of who truly paid', besideMicro, await beside.buyer.balance()),
    ...(await findLedgerMismatches(world.ctx.db))
      .filter(({ userId }) => !known.has(userId))
      .map(({ userId }) => `the ledger of user ${userId} does not add up`),
  ];
}

/** Whatever really arrives at a buyer's own address is credited, unless the attack says otherwise. */
function atOwnAddress({ arrived = [], own, ...outcome }: Outcome, network: Network): Outcome {
  const came = own?.arrived ?? arrived;
  const sum = came.reduce((total, amount) => total + amount, 0n);
  const credited = own?.credited ?? (sum >= chainsOf(network).leastDepositMicro ? sum : 0n);
  return { ...outcome, arrived: came, credited };
}

async function checkOutcome(scene: Scene, outcome: Outcome): Promise<string[]> {
  const { hashes, arrived = [], credited = 0n, others = [] } = outcome;
  const faults = await checkRecorded(scene, hashes, arrived, 'what was recorded');
  faults.push(...differ("the attacker's balance", credited, await scene.buyer.balance()));
  for (const [buyer, micro] of others)
    faults.push(...differ('the balance of another', micro, await buyer.balance()));
  return faults;
}

async function checkRecorded(
  { world: { ctx } }: Scene,
  hashes: readonly Hex[],
  amounts: readonly bigint[],
  what: string,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('deposits')
    .select('amount_micro')
    .where('tx_hash', 'in', hashes)
    .execute();
  const sorted = (list: readonly bigint[]): string => list.map(String).toSorted().join(', ');
  return differ(what, sorted(amounts), sorted(rows.map((row) => row.amount_micro)));
}

const differ = <T extends bigint | string>(what: string, should: T, is: T): string[] =>
  should === is ? [] : [`${what} is ${is || 'nothing'}, not ${should || 'nothing'}`];

const STEPS = 12;

/** Gives one of two nodes the fault while payments arrive; lists what was credited wrongly or not at all. */
export async function tryLyingNode(ctx: Ctx, life: Life, fault: Fault): Promise<string[]> {
  const seed = FAULTS.indexOf(fault) + 1;
  const { faults, trace } = await runSeed(ctx, seed, { only: fault, life, steps: STEPS });
  return faults.length === 0 ? [] : [...faults, ...trace];
}
