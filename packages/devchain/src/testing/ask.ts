import { createRpc, type Rpc } from '../node/rpc.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { DevchainInfo } from '../devchain.ts';

/** The public JSON-RPC of a chain. */
export function publicRpc(info: DevchainInfo): Rpc {
  return createRpc(info.rpcUrl);
}

/** A call of TRON's HTTP API. */
export async function askTron<Answer>(info: DevchainInfo, path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(`${info.httpUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

/** Polls until the result is truthy; throws after a minute, long enough for anything but a hang. */
export async function waitFor<Found>(look: () => Promise<Found | null | undefined | false>): Promise<Found> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error('It did not happen within a minute');
    await pause(20);
  }
}
