import { parseTxHash } from '@portside/chain';
import { NETWORKS, type Input } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { parseAnyAddress } from '../../deposits/index.ts';
import { findUsersByPrefix, foldName } from '../../users/index.ts';
import { overlap, spanOfPrefix, spanOfTime } from '../order-id.ts';
import { RECHARGE_STATES, statesOf } from '../recharge-states.ts';
import {
  findBoundsOf,
  findPaidWith,
  type Conditions,
  type Search,
  type Source,
} from './search-recharges.sql.ts';

export type RechargesFilter = Input<'exportRecharges'>['query'];

/** Most buyers whose indexes are read side by side; for more, the list is read by time. */
const MAX_BUYERS = 200;

/** Chooses the index for a filter and the conditions left to check; null where nothing can match. */
export async function planSearch(db: Db, filter: RechargesFilter): Promise<Search | null> {
  const named = spanOfPrefix(filter.order_id ?? '');
  const asked = spanOfTime(timeOf(filter.from), timeOf(filter.to));
  const span = named && overlap(named, asked);
  const bounds = span && (await findBoundsOf(db, span));
  const states = wantedStates(filter);
  if (!bounds || states?.length === 0) return null;
  const conditions: Conditions = {
    network: filter.type,
    states,
    buyer: filter.buyer === undefined ? undefined : foldName(filter.buyer),
    addresses: filter.address === undefined ? undefined : parseAnyAddress(filter.address),
  };
  const { source, covered } = await chooseSource(db, filter, conditions);
  const isEmpty = 'ids' in source && source.ids.length === 0;
  return isEmpty ? null : { source, span, bounds, conditions: { ...conditions, ...covered } };
}

type Choice = { readonly source: Source; readonly covered: Partial<Conditions> };

/** The narrowest source first: a transaction, a buyer, a wallet, a network or state. */
async function chooseSource(db: Db, filter: RechargesFilter, conditions: Conditions): Promise<Choice> {
  const { network, states, buyer, addresses } = conditions;
  if (filter.tx_hash !== undefined) {
    return { source: { kind: 'ids', ids: await findPaidWith(db, parseTxHash(filter.tx_hash)) }, covered: {} };
  }
  if (buyer !== undefined) {
    const ids = await findUsersByPrefix(db, buyer, MAX_BUYERS + 1);
    if (ids.length <= MAX_BUYERS) return { source: { kind: 'buyers', ids }, covered: { buyer: undefined } };
  }
  if (addresses !== undefined)
    return { source: { kind: 'wallets', addresses }, covered: { addresses: undefined } };
  if (network === undefined && states === undefined) return { source: { kind: 'all' }, covered: {} };
  const networks = network === undefined ? NETWORKS : [network];
  return {
    source: { kind: 'states', networks, states: states ?? RECHARGE_STATES },
    covered: { network: undefined, states: undefined },
  };
}

const timeOf = (time: string | undefined): Date | null => (time === undefined ? null : new Date(time));

function wantedStates({ status, state }: RechargesFilter): Conditions['states'] {
  if (status === undefined) return state && [state];
  const ofStatus = statesOf(status);
  return state === undefined ? ofStatus : ofStatus.filter((one) => one === state);
}
