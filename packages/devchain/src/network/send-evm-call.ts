import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Rpc } from '../node/rpc.ts';

/** More than any call of the USDT contract needs. */
const GAS = 120_000n;
const TIP_WEI = 1_000_000_000n;

type EvmCall = {
  chainId: number;
  rpc: Rpc;
  wallet: PrivateKeyAccount;
  /** Null deploys `data`. */
  to: Hex | null;
  data: Hex;
  gas?: bigint;
};

/** Signs a call and broadcasts it as a raw transaction; answers its hash. Not safe for concurrent calls. */
export async function sendEvmCall({ chainId, rpc, wallet, to, data, gas = GAS }: EvmCall): Promise<Hex> {
  const nonce = Number(await rpc<Hex>('eth_getTransactionCount', wallet.address, 'pending'));
  const gasPrice = BigInt(await rpc<Hex>('eth_gasPrice'));
  const signed = await wallet.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    ...(to && { to }),
    data,
    gas,
    maxPriorityFeePerGas: TIP_WEI,
    maxFeePerGas: gasPrice * 2n + TIP_WEI,
  });
  return rpc<Hex>('eth_sendRawTransaction', signed);
}
