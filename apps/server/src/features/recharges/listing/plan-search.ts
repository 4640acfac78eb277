import { parseTxHash } from '@portside/chain';
import { NETWORKS, type Input } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { readAnyAddress } from '../../deposits/index.ts';
import { findUsersByPrefix, foldName } from '../../users/index.ts';
import { overlap, spanOfBeginning, spanOfTime } from '../order-id.ts';
import { RECHARGE_STATES, statesOf } from '../recharge-states.ts';
import {
  findBoundsOf,
  findPaidWith,
  type Conditions,
  type Search,
  type Source,
} from './search-recharges.sql.ts';

export type RechargesFilter = Input<'exportRecharges'>['query'];

/** So many indexes of one buyer may be read side by side; for more, the list is read by time. */
const MOST_BUYERS = 200;

/** Where top-ups of a filter are found soonest, and what must hold for them; null where there can be none. */
export async function planSearch(db: Db, filter: RechargesFilter): Promise<Search | null> {
  const named = spanOfBeginning(filter.order_id ?? '');
  const asked = spanOfTime(timeOf(filter.from), timeOf(filter.to));
  const span = named && overlap(named, asked);
  const bounds = span && (await findBoundsOf(db, span));
  const states = wantedStates(filter);
  if (!bounds || states?.length === 0) return null;
  const conditions: Conditions = {
    network: filter.type,
    states,
    buyer: filter.buyer === undefined ? undefined : foldName(filter.buyer),
    addresses: filter.address === undefined ? undefined : readAnyAddress(filter.address),
  };
  const { source, seenTo } = await chooseSource(db, filter, conditions);
  const isEmpty = 'ids' in source && source.ids.length === 0;
  return isEmpty ? null : { source, span, bounds, conditions: { ...conditions, ...seenTo } };
}

type Choice = { readonly source: Source; readonly seenTo: Partial<Conditions> };

/** The narrowest first: a transaction, a buyer, a wallet, a network or state. */
async function chooseSource(db: Db, filter: RechargesFilter, conditions: Conditions): Promise<Choice> {
  const { network, states, buyer, addresses } = conditions;
  if (filter.tx_hash !== undefined) {
    return { source: { kind: 'ids', ids: await findPaidWith(db, parseTxHash(filter.tx_hash)) }, seenTo: {} };
  }
  if (buyer !== undefined) {
    const ids = await findUsersByPrefix(db, buyer, MOST_BUYERS + 1);
    if (ids.length <= MOST_BUYERS) return { source: { kind: 'buyers', ids }, seenTo: { buyer: undefined } };
  }
  if (addresses !== undefined)
    return { source: { kind: 'wallets', addresses }, seenTo: { addresses: undefined } };
  if (network === undefined && states === undefined) return { source: { kind: 'all' }, seenTo: {} };
  const networks = network === undefined ? NETWORKS : [network];
  return {
    source: { kind: 'states', networks, states: states ?? RECHARGE_STATES },
    seenTo: { network: undefined, states: undefined },
  };
}

const timeOf = (time: string | undefined): Date | null => (time === undefined ? null : new Date(time));

function wantedStates({ status, state }: RechargesFilter): Conditions['states'] {
  if (status === undefined) return state && [state];
  const ofStatus = statesOf(status);
  return state === undefined ? ofStatus : ofStatus.filter((one) => one === state);
}
