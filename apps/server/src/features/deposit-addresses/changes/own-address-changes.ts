import { chainNameOf, formatAddress } from '@portside/chain';
import type { DepositFactory } from '@portside/checkout';
import type { AddressChange, Data, Input, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/lists/pages.ts';
import { findFactoryChange, listFactories, type FactoryChange } from '../../payment-methods/index.ts';
import { findAddress, keepAddress, NEVER_OPENED } from '../deposit-addresses.sql.ts';
import { ownAddressOf } from '../own-address.ts';
import {
  hadAddress,
  listNotices,
  listOwnRows,
  type AddressNoticeRow,
  setDismissed,
} from './address-notices.sql.ts';
import { refuse } from '../../../platform/refusal.ts';

/** The page opens the new address by itself, and a buyer may reload it before they have read what changed. */
const SHOWN_AFTER_OPENING_MS = 30 * 60_000;

/**
 * The caller's own addresses that have changed, until each change is dismissed or half an hour after the new address was
 * first opened, on whatever device. Where the network has no own addresses any more, until it is dismissed. Addresses are
 * computed from sealed methods and the key, not read; a new one is kept, so that payments to it are found.
 */
export async function listAddressChanges(
  ctx: Ctx,
  { query }: Input<'listAddressChanges'>,
): Promise<Data<'listAddressChanges'>> {
  const { userId } = requireUser(ctx.actor);
  const openedAfter = new Date(ctx.clock.now().getTime() - SHOWN_AFTER_OPENING_MS);
  const notices = await listNotices(ctx.db, userId, openedAfter);
  const current = new Map<Network, FactoryChange | null>();
  for (const network of new Set(notices.map((notice) => notice.network)))
    current.set(network, await findFactoryChange(ctx, network));
  const changes: AddressChange[] = [];
  for (const notice of notices) {
    const change = current.get(notice.network);
    if (change?.methodId === notice.method_id) changes.push(await present(ctx, notice, change));
  }
  return pageOf(changes, query);
}

async function present(ctx: Ctx, notice: AddressNoticeRow, change: FactoryChange): Promise<AddressChange> {
  const { network, chainId, factory, since } = change;
  const fresh = factory && (await watchedAddress(ctx, change, factory, notice.user_id));
  const isFormer = await hadAddress(ctx.db, change, notice.user_id);
  return {
    id: notice.id.toString(),
    type: network,
    network_name: chainNameOf(network, Number(chainId)),
    old_address: formatAddress(network, await oldAddress(ctx, notice, change, isFormer)),
    new_address: fresh && formatAddress(network, fresh),
    is_former: isFormer,
    changed_at: since.toISOString(),
  };
}

/** The buyer's new address. A buyer who is told of it may pay without opening it, so it is read from now on. */
async function watchedAddress(
  { db, keyring, clock }: Ctx,
  { network, chainId }: FactoryChange,
  factory: DepositFactory,
  userId: bigint,
): Promise<Hex> {
  const own = ownAddressOf(keyring, { chainId, factory }, userId);
  const place = { user_id: userId, network, chain_id: chainId, factory_address: factory.factory };
  const times = { created_at: clock.now(), opened_at: NEVER_OPENED };
  if (!(await findAddress(db, place))) await keepAddress(db, { ...place, ...own, ...times, origin: null });
  return own.address;
}

/**
 * The address that the buyer knows: that of the factory before or, if they never opened that one, the one they opened
 * last. If they opened the new one last, they were only ever told of the one before.
 */
async function oldAddress(
  ctx: Ctx,
  { user_id: userId }: AddressNoticeRow,
  { network, chainId, factory, former }: FactoryChange,
  isFormer: boolean,
): Promise<Hex> {
  const own = (of: FactoryChange['former']): Hex =>
    ownAddressOf(ctx.keyring, { chainId, factory: of }, userId).address;
  if (isFormer) return own(former);
  const known = (await listOwnRows(ctx.db, userId, chainId)).map(({ factory_address: at }) => at);
  if (known.includes(former.factory)) return own(former);
  const factories = await listFactories(ctx, network, chainId);
  const last = known
    .filter((at) => at !== factory?.factory)
    .map((at) => factories.find((one) => one.factory === at))
    .find((one) => one !== undefined);
  return own(last ?? former);
}

/**
 * A change of one's own address is not shown again, on any device; again, the same. Refuses another user's (notFound).
 */
export async function dismissAddressChange(
  { db, actor, clock }: Ctx,
  { params }: Input<'dismissAddressChange'>,
): Promise<Data<'dismissAddressChange'>> {
  const { userId } = requireUser(actor);
  if (!(await setDismissed(db, userId, BigInt(params.id), clock.now()))) refuse('notFound', 'no such change');
  return null;
}
