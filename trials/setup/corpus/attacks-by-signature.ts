import { chainsOf, hashSignedText } from '@portside/chain';
import { type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts';
import { claimDeposit } from '../../../apps/server/src/features/deposits/deposit-claims/claim-deposit.ts';
import { createDepositClaimText } from '../../../apps/server/src/features/deposits/deposit-claims/create-deposit-claim-text.ts';
import { Refusal } from '../../../apps/server/src/platform/refusal.ts';
import { type Attack, type Scene, type Buyer, transferWords } from './scene.ts';
import { askForTopUp } from './shop-side.ts';
import { randomAddress } from '../../../apps/server/src/testing/chain-world.ts';

/** No top-up has this amount. */
const UNASKED = 3_500_000n;

/** Unmatched money is credited only to the user whose wallet sent it. */
export const ATTACKS_BY_SIGNATURE: readonly Attack[] = [
  {
    name: "a stranger's payment, claimed with the signature of one's own wallet",
    async run(scene) {
      const { hash } = await payFromWallet(scene);
      await settle(scene);
      await mustRefuse(claim(scene, scene.buyer, hash, generatePrivateKey()));
      return { hashes: [hash], arrived: [UNASKED] };
    },
  },
  {
    name: "a stranger's payment, claimed with one's own wallet before anybody has seen it",
    async run(scene) {
      const { hash } = await payFromWallet(scene);
      await claim(scene, scene.buyer, hash, generatePrivateKey());
      return { hashes: [hash], arrived: [UNASKED] };
    },
  },
  {
    name: "a signature that the sender gave for another user's claim",
    async run(scene) {
      const { hash, key } = await payFromWallet(scene);
      await settle(scene);
      const { buyer: sender } = await askForTopUp(scene.world, scene.network);
      const asked = { body: { type: scene.network, tx_hash: hash } };
      const { text } = await createDepositClaimText(sender.ctx, asked);
      await createDepositClaimText(scene.buyer.ctx, asked);
      const signature = await signText(scene, text, key);
      await mustRefuse(claimDeposit(scene.buyer.ctx, { body: { ...asked.body, signature } }));
      return { hashes: [hash], arrived: [UNASKED], others: [[sender, 0n]] };
    },
  },
  {
    name: 'a payment claimed by its sender, and again by another with the same wallet',
    async run(scene) {
      const { hash, key } = await payFromWallet(scene);
      await settle(scene);
      await claim(scene, scene.buyer, hash, key);
      const { buyer: second } = await askForTopUp(scene.world, scene.network);
      await mustRefuse(claim(scene, second, hash, key));
      return { hashes: [hash], arrived: [UNASKED], credited: UNASKED, others: [[second, 0n]] };
    },
  },
  {
    name: 'a payment of the exact amount, by a wallet that USDT blocks before it is final',
    async run(scene) {
      const from = await scene.rich(scene.amount);
      const data = scene.tokenCall('transfer', scene.treasury, scene.amount);
      const hash = await scene.sendExpecting('success', { to: scene.token, from, data });
      await scene.chains.controls.setBlacklisted(scene.network, from, true);
      // Not every network's token has a blacklist to hold the payment by.
      const credited = chainsOf(scene.network).blacklist ? 0n : scene.amount;
      return { hashes: [hash], arrived: [scene.amount], credited, own: { credited } };
    },
  },
];

async function payFromWallet(scene: Scene): Promise<{ hash: Hex; key: Hex }> {
  const key = generatePrivateKey();
  const from = await scene.rich(UNASKED, privateKeyToAddress(key));
  const data = scene.tokenCall('transfer', scene.treasury, UNASKED);
  return { hash: await scene.sendExpecting('success', { to: scene.token, from, data }), key };
}

async function settle(scene: Scene): Promise<void> {
  await scene.mineFinal();
  await scene.follow();
}

async function claim(scene: Scene, buyer: Buyer, hash: Hex, key: Hex): Promise<void> {
  const asked = { type: scene.network, tx_hash: hash };
  const { text } = await createDepositClaimText(buyer.ctx, { body: asked });
  await claimDeposit(buyer.ctx, { body: { ...asked, signature: await signText(scene, text, key) } });
}

const signText = ({ network }: Scene, text: string, privateKey: Hex): Promise<Hex> =>
  sign({ hash: hashSignedText(network, text), privateKey, to: 'hex' });

async function mustRefuse(claimed: Promise<unknown>): Promise<void> {
  const answer = await claimed.catch((error: unknown) => error);
  if (!(answer instanceof Refusal))
    throw new Error(`the claim was answered ${String(answer)}`, { cause: answer });
}

/** A token other than USDT arrives. */
export const ATTACKS_BY_TOKEN: readonly Attack[] = [
  {
    name: 'a token with the same name, symbol, decimals and code, at another address',
    async run(scene) {
      const owner = randomAddress();
      const twin = await scene.deployTwin(owner);
      const say = (data: Hex): Promise<Hex> =>
        scene.sendExpecting('success', { to: twin, from: owner, data });
      const minted = await say(scene.tokenCall('mint', owner, scene.amount));
      const paid = await say(scene.tokenCall('transfer', scene.treasury, scene.amount));
      return { hashes: [minted, paid] };
    },
  },
  named('a token whose name has Cyrillic letters that look the same', 'Tеthеr USD', 'USDТ', 6),
  named('a token called USDT with 18 decimals', 'Tether USD', 'USDT', 18),
  {
    name: 'the coin of the chain itself, sent to our wallet',
    async run(scene) {
      return {
        hashes: [
          await scene.sendExpecting('success', { to: scene.treasury, value: numberToHex(scene.amount) }),
        ],
      };
    },
  },
  {
    name: 'a token without fungible amounts, whose transfer has four topics',
    async run(scene) {
      const emitter = await scene.deploy('Emitter');
      const { event, from, to, amount } = transferWords(scene.treasury, scene.units(scene.amount));
      return {
        hashes: [
          await scene.sendExpecting('success', {
            to: emitter,
            data: scene.encode('Emitter', 'say', [[event, from, to, amount], '0x']),
          }),
        ],
      };
    },
  },
];

function named(what: string, ...token: [name: string, symbol: string, decimals: number]): Attack {
  return {
    name: what,
    async run(scene) {
      const fake = await scene.deploy('NamedToken', token);
      return {
        hashes: [
          await scene.sendExpecting('success', {
            to: fake,
            data: scene.tokenCall('transfer', scene.treasury, scene.amount),
          }),
        ],
      };
    },
  };
}
