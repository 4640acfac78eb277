import { maxUint256, numberToHex, type Hex } from 'viem';
import { randomAddress } from '../../../apps/server/src/testing/chain-world.ts';
import { type Attack, feeCall, pauseCall, transferWords, word, type Scene } from './scene.ts';

/** Enough gas to start a transfer and too little to finish it. */
const LITTLE_GAS = numberToHex(25_000);
/** More than one transaction may have recorded. */
const FLOOD = 130;

/** A transaction contains something that looks like a payment, or pays in an unusual way. */
export const ATTACKS_BY_EVENT: readonly Attack[] = [
  {
    name: "the token's transfer event, forged by another contract",
    async run(scene) {
      const emitter = await scene.deploy('Emitter');
      const { event, from, to, amount } = transferWords(scene.treasury, scene.units(scene.amount));
      const data = scene.encode('Emitter', 'say', [[event, from, to], amount]);
      return { hashes: [await scene.sendExpecting('success', { to: emitter, data })] };
    },
  },
  {
    name: 'a transfer that failed for want of money, shown as paid',
    async run(scene) {
      const data = scene.tokenCall('transfer', scene.treasury, scene.amount);
      return { hashes: [await scene.sendExpecting('failure', { to: scene.token, data })] };
    },
  },
  {
    name: 'a transfer that ran out of gas, shown as paid',
    async run(scene) {
      const from = await scene.rich(scene.amount);
      const data = scene.tokenCall('transfer', scene.treasury, scene.amount);
      const starved = { to: scene.token, from, data, gas: LITTLE_GAS };
      return { hashes: [await scene.sendExpecting('failure', starved)] };
    },
  },
  pretending('a call of transfer that pays a millionth of what it says', (scene) => [
    'transfer',
    [scene.treasury, scene.units(scene.amount)],
  ]),
  pretending('a signed permit that pays a millionth of what it says', (scene) => [
    'permitTransfer',
    [scene.token, randomAddress(), scene.treasury, scene.units(scene.amount), 0n],
  ]),
  {
    name: 'a payment by a wallet that is a contract, without any top-level transfer',
    async run(scene) {
      const wallet = await scene.rich(scene.amount, await scene.deploy('ContractWallet'));
      const pay = scene.tokenCall('transfer', scene.treasury, scene.amount);
      const hash = await run(scene, wallet, [scene.token], [pay]);
      return { hashes: [hash], arrived: [scene.amount], credited: scene.amount };
    },
  },
  {
    name: 'a plain transfer, which answers false on TRON and nothing on Ethereum though it succeeds',
    async run(scene) {
      const from = await scene.rich(scene.amount);
      const data = scene.tokenCall('transfer', scene.treasury, scene.amount);
      const hash = await scene.sendExpecting('success', { to: scene.token, from, data });
      return { hashes: [hash], arrived: [scene.amount], credited: scene.amount };
    },
  },
  {
    name: 'a transfer that answers false, does nothing and does not fail',
    async run(scene) {
      const data = scene.tokenCall('transfer', scene.treasury, scene.amount);
      const say = (): Promise<Hex> => scene.sendExpecting('success', { to: scene.token, data });
      return { hashes: [await scene.withTokenCode('Mute', say)] };
    },
  },
  {
    name: 'a transfer taken back by an inner failure within a transaction that succeeds',
    async run(scene) {
      const wallet = await scene.rich(scene.amount, await scene.deploy('ContractWallet'));
      const args = [scene.token, scene.treasury, scene.amount];
      const data = scene.encode('ContractWallet', 'payAndRevert', args);
      return { hashes: [await scene.sendExpecting('success', { to: wallet, data })] };
    },
  },
  {
    name: 'an approval shown as a payment',
    async run(scene) {
      const from = await scene.rich(scene.amount);
      const data = scene.tokenCall('approve', scene.treasury, scene.amount);
      return { hashes: [await scene.sendExpecting('success', { to: scene.token, from, data })] };
    },
  },
  {
    name: 'a transfer of nothing in the name of a stranger',
    async run(scene) {
      const data = scene.tokenCallFrom(await scene.rich(scene.amount), scene.treasury, 0n);
      return { hashes: [await scene.sendExpecting('success', { to: scene.token, data })] };
    },
  },
  {
    name: `a flood of ${FLOOD} payments of dust in one block`,
    async run(scene) {
      const from = await scene.rich(scene.amount);
      const data = scene.tokenCall('transfer', scene.treasury, 1n);
      const hashes: Hex[] = [];
      for (let sent = 0; sent < FLOOD; sent += 1)
        hashes.push(await scene.queue({ to: scene.token, from, data }));
      await scene.mine();
      return { hashes, arrived: hashes.map(() => 1n) };
    },
  },
  {
    name: 'several payments in one transaction',
    async run(scene) {
      const amounts = [scene.amount, 7n, scene.amount, 11n];
      const wallet = await scene.rich(scene.amount * 3n, await scene.deploy('ContractWallet'));
      const calls = amounts.map((amount) => scene.tokenCall('transfer', scene.treasury, amount));
      const hash = await run(
        scene,
        wallet,
        calls.map(() => scene.token),
        calls,
      );
      return { hashes: [hash], arrived: amounts, credited: scene.amount * 2n };
    },
  },
  {
    name: 'a payment of which the token keeps a fee',
    async run(scene) {
      const owner = scene.chains.chains[scene.network].sandboxWalletAddress;
      const units = scene.units(scene.amount);
      await scene.mine();
      await scene.sendExpecting('success', { to: scene.token, from: owner, data: feeCall(19n, 49n) });
      const from = await scene.rich(scene.amount);
      const data = scene.tokenCall('transfer', scene.treasury, scene.amount);
      const hash = await scene.sendExpecting('success', { to: scene.token, from, data });
      await scene.send({ to: scene.token, from: owner, data: feeCall(0n, 0n) });
      return { hashes: [hash], arrived: [scene.micro(units - (units * 19n) / 10_000n)] };
    },
  },
  {
    name: 'a payment while the token is paused, and the same one afterwards',
    async run(scene) {
      const owner = scene.chains.chains[scene.network].sandboxWalletAddress;
      const say = (name: 'pause' | 'unpause'): Promise<Hex> =>
        scene.sendExpecting('success', { to: scene.token, from: owner, data: pauseCall(name) });
      await scene.mine();
      const from = await scene.rich(scene.amount);
      const payment = {
        to: scene.token,
        from,
        data: scene.tokenCall('transfer', scene.treasury, scene.amount),
      };
      await say('pause');
      const refused = await scene.sendExpecting('failure', payment);
      await say('unpause');
      const paid = await scene.sendExpecting('success', payment);
      return { hashes: [refused, paid], arrived: [scene.amount], credited: scene.amount };
    },
  },
  {
    name: 'our own wallet pays itself',
    async run(scene) {
      const { token, treasury, amount } = scene;
      // Minting also pays our wallet, with an amount that belongs to no top-up.
      await scene.rich(amount + 10_000n, treasury);
      const data = scene.tokenCall('transfer', treasury, amount);
      const hashes = [await scene.sendExpecting('success', { to: token, from: treasury, data })];
      // At an own address minted money is its owner's, and what leaves it is a sweep.
      return { hashes, own: { credited: amount + 10_000n } };
    },
  },
  malformed('with a fourth topic', ({ event, from, to, amount }) => [[event, from, to, amount], '0x']),
  malformed('with all its topics in the data', ({ event, from, to, amount }) => [
    [event],
    `${from}${to.slice(2)}${amount.slice(2)}`,
  ]),
  malformed('with dirt before the recipient', ({ event, from, to, amount }) => [
    [event, from, dirty(to)],
    amount,
  ]),
  malformed('with dirt before the sender', ({ event, from, to, amount }) => [
    [event, dirty(from), to],
    amount,
  ]),
  malformed('with an amount of 31 bytes', ({ event, from, to, amount }) => [
    [event, from, to],
    `0x${amount.slice(4)}`,
  ]),
  malformed('with an amount of 33 bytes', ({ event, from, to, amount }) => [
    [event, from, to],
    `${amount}00`,
  ]),
  malformed('with an amount of 64 bytes', ({ event, from, to, amount }) => [
    [event, from, to],
    `${amount}${amount.slice(2)}`,
  ]),
  malformed('of the greatest number there is', ({ event, from, to }) => [
    [event, from, to],
    word(maxUint256),
  ]),
  malformed('of more than anybody has', ({ event, from, to }, scene) => [
    [event, from, to],
    word(scene.units(10n ** 13n + 1n)),
  ]),
];

type Said = [topics: Hex[], data: Hex];

/** The token itself lies: its code is temporarily replaced. */
function malformed(
  how: string,
  say: (words: ReturnType<typeof transferWords>, scene: Scene) => Said,
): Attack {
  return {
    name: `a transfer event of the token itself, ${how}`,
    async run(scene) {
      const said = say(transferWords(scene.treasury, scene.units(scene.amount)), scene);
      const data = scene.encode('Emitter', 'say', said);
      const send = (): Promise<Hex> => scene.sendExpecting('success', { to: scene.token, data });
      return { hashes: [await scene.withTokenCode('Emitter', send)] };
    },
  };
}

function pretending(name: string, callOf: (scene: Scene) => [string, readonly unknown[]]): Attack {
  return {
    name,
    async run(scene) {
      const pretender = await scene.rich(scene.amount, await scene.deploy('Pretender', [scene.token]));
      const data = scene.encode('Pretender', ...callOf(scene));
      const hash = await scene.sendExpecting('success', { to: pretender, data });
      return { hashes: [hash], arrived: [scene.amount / 1_000_000n] };
    },
  };
}

const dirty = (topic: Hex): Hex => `0x01${topic.slice(4)}`;

/** A contract wallet that makes several calls. */
export function run(scene: Scene, wallet: Hex, targets: readonly Hex[], calls: readonly Hex[]): Promise<Hex> {
  const data = scene.encode('ContractWallet', 'run', [targets, calls]);
  return scene.sendExpecting('success', { to: wallet, data });
}
