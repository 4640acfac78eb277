import type { Hex } from 'viem';
import { cancelRecharge, submitTxHash } from '../../../apps/server/src/features/recharges/own-recharges.ts';
import { expireRecharges } from '../../../apps/server/src/features/recharges/index.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, type Scene, paidWords } from './scene.ts';
import { run } from './attacks-by-event.ts';
import { askForTopUp, changeTopUp, mustBeInState, withNewTreasury } from './shop-side.ts';
import { DAY_MS } from '../../../apps/server/src/platform/clock.ts';

/** Real money, claimed by the wrong person. */
export const ATTACKS_BY_PAYMENT: readonly Attack[] = [
  ...([-1n, 1n, -1_000n] as const).map((off) =>
    paying(`an amount that is ${off} micro off`, ({ amount }) => amount + off),
  ),
  paying('the round amount, without its tail', ({ amount }) => amount - (amount % 10_000n)),
  paying('an amount of which the right one is the beginning', ({ amount }) => amount * 10n),
  paying('an amount that is the beginning of the right one', ({ amount }) => amount / 10n),
  paying('what an exchange leaves of it after its fee', ({ amount }) => amount - 1_000_000n),
  {
    name: "a stranger's transaction hash, sent in as one's own by two buyers",
    async run(scene) {
      const strange = 777_777n;
      const hash = await payPlain(scene, strange);
      const { buyer, recharge } = await askForTopUp(scene.world, scene.network);
      for (const [who, order_id] of [
        [scene.buyer, scene.recharge.order_id],
        [buyer, recharge.order_id],
      ] as const)
        await submitTxHash(who.ctx, { params: { order_id }, body: { tx_hash: hash } }, () => undefined);
      return { hashes: [hash], arrived: [strange], others: [[buyer, 0n]] };
    },
  },
  {
    name: 'a transaction hash that never was',
    async run(scene) {
      const hash: Hex = `0x${'5f'.repeat(32)}`;
      const params = { order_id: scene.recharge.order_id };
      await submitTxHash(scene.buyer.ctx, { params, body: { tx_hash: hash } }, () => undefined);
      return { hashes: [hash] };
    },
  },
  {
    name: 'an old payment whose amount a later top-up happens to ask for',
    async run(scene) {
      const amount = 7_777_004_242n;
      const hash = await payPlain(scene, amount);
      await scene.follow();
      // Block times are in whole seconds.
      await sleep(1_100);
      const later = await askForTopUp(scene.world, scene.network, '7777');
      await changeTopUp(scene, later.recharge, { pay_amount_micro: amount });
      return { hashes: [hash], arrived: [amount], others: [[later.buyer, 0n]] };
    },
  },
  {
    name: 'a payment long after its amount was given free',
    async run(scene) {
      await changeTopUp(scene, scene.recharge, { reserved_until: new Date(Date.now() - DAY_MS) });
      await expireRecharges(scene.world.ctx);
      return { hashes: [await payPlain(scene, scene.amount)], arrived: [scene.amount] };
    },
  },
  {
    name: 'a payment after the quote expired',
    async run(scene) {
      await changeTopUp(scene, scene.recharge, { expires_at: new Date(Date.now() - DAY_MS / 4) });
      await expireRecharges(scene.world.ctx);
      await mustBeInState(scene, 'expired');
      return {
        hashes: [await payPlain(scene, scene.amount)],
        arrived: [scene.amount],
        credited: scene.amount,
      };
    },
  },
  {
    name: 'a payment after the top-up was cancelled, and once more',
    async run(scene) {
      await cancelRecharge(scene.buyer.ctx, { params: scene.recharge });
      const hashes = [await payPlain(scene, scene.amount), await payPlain(scene, scene.amount)];
      return { hashes, arrived: [scene.amount, scene.amount], credited: scene.amount * 2n };
    },
  },
  {
    name: 'a payment to a wallet that was retired after the top-up was asked for',
    async run(scene) {
      const hash = await withNewTreasury(scene, null, () => payPlain(scene, scene.amount));
      return { hashes: [hash], arrived: [scene.amount], credited: scene.amount };
    },
  },
  {
    name: 'a payment to a wallet that was retired more than ninety days ago',
    async run(scene) {
      const longAgo = new Date(Date.now() - 91 * DAY_MS);
      const hash = await withNewTreasury(scene, longAgo, () => payPlain(scene, scene.amount));
      // Own addresses are watched for ever.
      return { hashes: [hash], own: { arrived: [scene.amount] } };
    },
  },
  byCheckout('less than was asked for, through the checkout', ({ amount }) => amount / 2n),
  byCheckout('more than was asked for, through the checkout', ({ amount }) => amount * 2n),
  {
    name: "a look-alike of the checkout names the attacker's reference for a stranger's payment",
    async run(scene) {
      const amount = 888_888n;
      const wallet = await scene.rich(amount, await scene.deploy('ContractWallet'));
      const emitter = await scene.deploy('Emitter');
      const say = scene.encode('Emitter', 'say', paidWords(scene.orderRef, wallet, scene.units(amount)));
      const calls = [scene.tokenCall('transfer', scene.treasury, amount), say];
      const hash = await run(scene, wallet, [scene.token, emitter], calls);
      return { hashes: [hash], arrived: [amount] };
    },
  },
  {
    name: 'a small payment through the checkout beside a big one past it, in one transaction',
    async run(scene) {
      const [big, small] = [999_000_123n, 5n];
      const wallet = await scene.rich(big + small, await scene.deploy('ContractWallet'));
      const targets = [scene.token, scene.token, scene.checkout];
      const calls = [
        scene.tokenCall('transfer', scene.treasury, big),
        scene.tokenCall('approve', scene.checkout, small),
        scene.payCall(scene.orderRef, small),
      ];
      const hash = await run(scene, wallet, targets, calls);
      return { hashes: [hash], arrived: [big, small], credited: small };
    },
  },
];

/** Real money in an amount that no top-up reserved: recorded as unmatched. */
function paying(what: string, amountOf: (scene: Scene) => bigint): Attack {
  return {
    name: `a payment of ${what}`,
    async run(scene) {
      const amount = amountOf(scene);
      return { hashes: [await payPlain(scene, amount)], arrived: [amount] };
    },
  };
}

function byCheckout(what: string, amountOf: (scene: Scene) => bigint): Attack {
  return {
    name: `a payment of ${what}`,
    async run(scene) {
      const amount = amountOf(scene);
      const from = await scene.rich(amount);
      await scene.sendExpecting('success', {
        to: scene.token,
        from,
        data: scene.tokenCall('approve', scene.checkout, amount),
      });
      const data = scene.payCall(scene.orderRef, amount);
      const hash = await scene.sendExpecting('success', { to: scene.checkout, from, data });
      return { hashes: [hash], arrived: [amount], credited: amount };
    },
  };
}

/** From an unknown address, as an exchange pays. */
async function payPlain(scene: Scene, amount: bigint): Promise<Hex> {
  const from = await scene.rich(amount);
  const data = scene.tokenCall('transfer', scene.treasury, amount);
  return scene.sendExpecting('success', { to: scene.token, from, data });
}
