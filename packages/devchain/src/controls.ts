import { recordOf } from '@portside/chain/networks/registry';
import { toUnits } from '@portside/chain/token/units';
import { usdtLookalikeAbi } from '@portside/checkout';
import { encodeFunctionData } from 'viem';
import type { DevchainControls, NetworkType } from './devchain.ts';
import type { SendCall } from './network/create-sender.ts';
import type { RunningNetwork } from './network/open-network.ts';

export function createControls(
  networks: Record<NetworkType, RunningNetwork>,
  senders: Record<NetworkType, SendCall>,
): DevchainControls {
  const mine = async (type: NetworkType, blocks: number) => networks[type].chain.miner.mine(blocks);
  return {
    mine,
    async setMining(type, on) {
      networks[type].chain.miner.setMining(on);
    },
    async reorg(type, depth) {
      const { chain } = networks[type];
      await chain.runSerially(() => chain.rpc('anvil_reorg', depth, []));
    },
    async mint(type, to, amountMicro) {
      const args = [to, toUnits(amountMicro, recordOf(type).token.decimals)] as const;
      await senders[type](encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'mint', args }));
      await mine(type, 1);
    },
    async setBlacklisted(type, address, on) {
      const functionName = on ? 'addBlackList' : 'removeBlackList';
      await senders[type](encodeFunctionData({ abi: usdtLookalikeAbi, functionName, args: [address] }));
      await mine(type, 1);
    },
    async rpc(type, method, ...params) {
      const { chain } = networks[type];
      const answer = await chain.rpc<never>(method, ...params);
      if (method.startsWith('eth_send')) chain.miner.wake();
      return answer;
    },
  };
}
