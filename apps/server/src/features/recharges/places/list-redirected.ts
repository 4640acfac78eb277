import { formatAddress } from '@portside/chain';
import { NETWORKS, type Finding, type Network } from '@portside/contract';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isGenuine } from '../recharge-macs.ts';
import { createAddressCheck, isOpen, type Place, type PlaceReader } from './check-places.ts';
import { listOpenPlaces } from './open-places.sql.ts';

/** How many are checked at a time: an own address takes about a tenth of a millisecond. */
const AT_ONCE = 100;

type Fault = { readonly network: Network; readonly fault: Finding };

/**
 * Networks with open top-ups whose addresses are not the shop's, and networks with others that somebody has changed while
 * a payment to them may come: how many, and the oldest.
 */
export async function listRedirected(ctx: PlaceReader): Promise<Fault[]> {
  const isAtShop = await createAddressCheck(ctx, NETWORKS);
  const places = await listOpenPlaces(ctx.db);
  const [redirected, forged]: [Place[], Place[]] = [[], []];
  for (let from = 0; from < places.length; from += AT_ONCE) {
    for (const place of places.slice(from, from + AT_ONCE)) {
      if (isOpen(place) && !isAtShop(place)) redirected.push(place);
      else if (!isGenuine(ctx, place)) forged.push(place);
    }
    await nextTurn();
  }
  return [...faultsOf(redirected, describeRedirected), ...faultsOf(forged, describeForged)];
}

const faultsOf = (
  places: readonly Place[],
  describe: (oldest: Place, count: number) => Finding,
): readonly Fault[] =>
  [...Map.groupBy(places, ({ network }) => network)].map(([network, found]) => ({
    network,
    fault: describe(found[0]!, found.length),
  }));

const describeRedirected = ({ network, order_id: order, wallet_address }: Place, count: number): Finding => ({
  code: 'rechargesRedirected',
  facts: { count, order, found: formatAddress(network, wallet_address) },
});

const describeForged = ({ order_id: order }: Place, count: number): Finding => ({
  code: 'rechargesForged',
  facts: { count, order },
});
