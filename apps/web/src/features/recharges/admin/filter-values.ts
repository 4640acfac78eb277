import type { FilteredRechargeState, RechargeStatus } from '@portside/contract';
import type { RequestOf } from '../../../lib/api/call.ts';
import { shopDays } from '../../../lib/format/days.ts';
import { tableQuery, type TableAddress } from '../../../ui/table/table-address.ts';
import { listNetworks } from '../../../lib/networks/networks.ts';

export const FILTERS = [
  'order_id',
  'buyer',
  'status',
  'state',
  'type',
  'tx_hash',
  'address',
  'from',
  'to',
] as const;

const statuses = { recharging: true, successful: true, failed: true } satisfies Record<RechargeStatus, true>;
export const RECHARGE_STATUSES = Object.keys(statuses) as RechargeStatus[];

const states = {
  waiting: true,
  seen: true,
  review: true,
  credited: true,
  cancelled: true,
  expired: true,
  rejected: true,
  reversed: true,
} satisfies Record<FilteredRechargeState, true>;
export const FILTERED_RECHARGE_STATES = Object.keys(states) as FilteredRechargeState[];

/** The URL's filter as the calls take it; invalid values are left out. */
export function filterOf(
  address: TableAddress<(typeof FILTERS)[number], string>,
): NonNullable<RequestOf<'exportRecharges'>['query']> {
  const { sort: _, limit: __, cursor: ___, status, state, type, ...texts } = tableQuery(address);
  const knownStatus = RECHARGE_STATUSES.find((one) => one === status);
  const knownState = FILTERED_RECHARGE_STATES.find((one) => one === state);
  const knownType = listNetworks().find((one) => one === type);
  return {
    ...texts,
    ...(knownStatus && { status: knownStatus }),
    ...(knownState && { state: knownState }),
    ...(knownType && { type: knownType }),
    ...shopDays(address.filters),
  };
}
