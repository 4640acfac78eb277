import type { Network } from '@portside/contract';
import { depositFactoryAbi, depositFactoryBytecode } from '@portside/checkout';
import { encodeDeployData, type Hex } from 'viem';
import { randomAddress, type TestChains } from './chain-world.ts';

/** A factory of deposit addresses on a local chain, for that treasury; in a block of its own. */
export async function deployFactory({ controls }: TestChains, network: Network, treasury: Hex): Promise<Hex> {
  const from = randomAddress();
  await controls.rpc(network, 'anvil_setBalance', from, '0xde0b6b3a7640000');
  const data = encodeDeployData({
    abi: depositFactoryAbi,
    bytecode: depositFactoryBytecode,
    args: [treasury],
  });
  const hash = await controls.rpc<Hex>(network, 'eth_sendTransaction', { from, data, gas: '0x1e8480' });
  await controls.mine(network, 1);
  const receipt = await controls.rpc<{ contractAddress: Hex }>(network, 'eth_getTransactionReceipt', hash);
  return receipt.contractAddress.toLowerCase() as Hex;
}
