import { numberToHex, type Hex } from 'viem';
import { randomAddress } from '../../../apps/server/src/testing/chain-world.ts';
import type { Attack } from './attack.ts';
import { transferWords } from './words.ts';

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
