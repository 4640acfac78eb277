import { familyOf, type ChainNode, type Network } from '@portside/chain';
import { readBlock } from '@portside/chain/nodes/rpc';
import type { ChainPort } from '../../compose/app-parts.ts';
import { fault, ok, warning, type CheckResult } from './check-result.ts';

type View = { readonly name: string; readonly head: number; readonly node: ChainNode };

/** More blocks than the HTTP API and a node of the same chain can be apart: five minutes. */
const MOST_APART = 100;

/**
 * TRON's HTTP API: is it set, does it answer, and is it of the chain that the nodes follow? Wallets of browsers, claims
 * of contracts, and the pages that sweep and deploy need it. Nothing on other networks.
 */
export async function checkTronHttp(
  network: Network,
  { tronHttp }: Pick<ChainPort, 'tronHttp'>,
  views: readonly View[],
): Promise<CheckResult[]> {
  // One that lags says nothing about the HTTP API.
  const view = views.toSorted((a, b) => b.head - a.head)[0];
  if (familyOf(network) !== 'tron' || view === undefined) return [];
  if (!tronHttp)
    return [
      warning(
        network,
        `${network}_HTTP_URL is not set: nobody can pay with a TRON wallet, and the back office can neither sweep nor deploy on TRON`,
      ),
    ];
  try {
    const { blockID: id, block_header: header } = await tronHttp.readBlock();
    const { number } = header.raw_data;
    if (Math.abs(number - view.head) > MOST_APART)
      return [
        fault(
          network,
          `HTTP API: at block ${number}, ${view.name} at ${view.head}: one of them lags, or it is not the same chain`,
        ),
      ];
    if (number <= view.head && (await readBlock(view.node, number)).hash !== `0x${id}`)
      return [fault(network, `HTTP API: block ${number} is another one than that of ${view.name}`)];
    return [ok(network, `the HTTP API answers, at block ${number}`)];
  } catch (error) {
    return [fault(network, `HTTP API: ${(error as Error).message}`)];
  }
}
