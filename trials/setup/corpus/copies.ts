import type { Hex } from 'viem';
import type { Scene } from './scene.ts';

/** A signed transaction, to be sent again after a reorganisation. */
type Copy = { readonly raw: Hex } | { readonly signed: unknown };

export async function takeCopy(scene: Scene, hash: Hex): Promise<Copy> {
  const { httpUrl } = scene.chains.chains[scene.network];
  if (httpUrl === null) return { raw: await scene.rpc<Hex>('eth_getRawTransactionByHash', hash) };
  return { signed: await post(`${httpUrl}/wallet/gettransactionbyid`, { value: hash.slice(2) }) };
}

export async function sendAgain(scene: Scene, copy: Copy): Promise<void> {
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
