import type { ChainNode } from '@portside/chain';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { CommandError } from '../command.ts';
import { ask, askHex, type Sendable, type Sender } from './sender.ts';

type Opening = {
  readonly node: ChainNode;
  readonly key: Hex;
  readonly owner: Hex;
  readonly chainId: number;
};

const ASK_EVERY_MS = 2_000;
const WAIT_MS = 600_000;

/** Transactions of the oldest form, which every EVM network takes, at a quarter above the present price. */
export function evmSender({ node, key, owner, chainId }: Opening): Sender {
  const account = privateKeyToAccount(key);
  const partsOf = ({ to, data }: Sendable) => (to === null ? { data } : { to, data });
  const quantity = async (method: string, ...params: unknown[]): Promise<bigint> =>
    BigInt(await askHex(node, method, params));
  /** What the call takes now, and what is signed: with room for both to grow until it is in a block. */
  async function termsOf(call: Sendable) {
    const [gas, price] = await Promise.all([
      quantity('eth_estimateGas', { from: owner, ...partsOf(call) }),
      quantity('eth_gasPrice'),
    ]);
    return { about: gas * price, gas: (gas * 12n) / 10n, gasPrice: (price * 5n) / 4n };
  }

  async function receiptOf(hash: Hex): Promise<{ status: string; contractAddress: Hex | null }> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(ASK_EVERY_MS)) {
      const receipt = await ask(node, 'eth_getTransactionReceipt', [hash]);
      if (receipt) return receipt as { status: string; contractAddress: Hex | null };
    }
    throw new CommandError(`${hash} is in no block yet. Look it up before you send it again.`);
  }

  return {
    async feeOf(call) {
      const { about, gas, gasPrice } = await termsOf(call);
      return { about, needed: gas * gasPrice };
    },
    async send(call) {
      const [{ gas, gasPrice }, nonce] = await Promise.all([
        termsOf(call),
        quantity('eth_getTransactionCount', owner, 'pending'),
      ]);
      const raw = await account.signTransaction({
        type: 'legacy',
        chainId,
        nonce: Number(nonce),
        gas,
        gasPrice,
        ...partsOf(call),
      });
      const hash = await askHex(node, 'eth_sendRawTransaction', [raw]);
      const { status, contractAddress } = await receiptOf(hash);
      if (BigInt(status) !== 1n) throw new CommandError(`${hash} failed on the chain.`);
      return { hash, contract: contractAddress && (contractAddress.toLowerCase() as Hex) };
    },
  };
}
