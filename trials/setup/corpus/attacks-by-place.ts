import { NETWORKS } from '@portside/contract';
import { numberToHex, type Hex } from 'viem';
import { createFollowJob } from '../../../apps/server/src/features/deposits/index.ts';
import { FINAL_BLOCKS, nodeOf, randomAddress } from '../../../apps/server/src/testing/chain-world.ts';
import type { Attack } from './attack.ts';
import { sendAgain, takeCopy } from './copies.ts';
import type { Scene } from './scene.ts';
import { expectHalted, expectNothingCredited } from './shop-side.ts';
import { transferWords } from './words.ts';

/** A gas price that puts a transaction first in its block. */
const HASTE = numberToHex(100_000_000_000);

/** The money is on another chain, not final, or has moved to another position. */
export const ATTACKS_BY_PLACE: readonly Attack[] = [
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
  const job = createFollowJob(ctx, { network: scene.network, nodes, quorum: 1, everyMs: 1 });
  await job.run();
}

async function mustBeSecond(scene: Scene, hash: Hex): Promise<void> {
  const { rpcUrl } = scene.chains.chains[scene.network];
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] };
  const answer = await fetch(rpcUrl, { method: 'POST', body: JSON.stringify(body) });
  const { result } = (await answer.json()) as { result: { logs: { logIndex: Hex }[] } };
  if (Number(result.logs[0]!.logIndex) !== 1) throw new Error('it was meant to move behind another');
}
