import { DAY_MS } from '../../platform/clock.ts';
import { depositAddressOf, type DepositFactory } from '@portside/checkout';
import { bytesToHex, type Hex } from 'viem';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  factoryOf,
  type PaymentMethodRow,
  findActiveMethod,
  isUsable,
  type ChainFacts,
} from '../payment-methods/index.ts';
import { setNoticesOpened } from './changes/address-notices.sql.ts';
import {
  findAddress,
  keepAddress,
  setOpened,
  type DepositAddressRow,
  countOpenedFrom,
  hasPaid,
  lockOrigin,
  clearOrigins,
} from './deposit-addresses.sql.ts';
import { chainNameOf, chainsOf, formatAddress } from '@portside/chain';
import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { addressBlock } from '../../platform/ip-address.ts';

type OwnAddress = { readonly salt: Hex; readonly address: Hex };

/** Chain ids are of one network each, but two chains may hold a factory at the same address. */
type FactoryOnChain = { readonly chainId: bigint; readonly factory: DepositFactory };

/**
 * A buyer's address at a factory, in lower-case hex. The salt is a keyed hash, so nobody learns from an address whose
 * it is, nor which addresses of several networks belong together. The key never changes.
 */
export function ownAddressOf(
  keyring: Pick<Keyring, 'derive'>,
  { chainId, factory }: FactoryOnChain,
  userId: bigint,
): OwnAddress {
  const salt = bytesToHex(keyring.derive('deposit address', `${chainId}:${factory.factory}:${userId}`));
  return { salt, address: depositAddressOf(factory, salt) };
}

/** How exactly it is known when an address was opened. */
const OPENED_MS = 60_000;

/**
 * A buyer's own address under a method, which counts as opened now; null where the method tells payments apart by their
 * amounts. Refuses a recorded address that is not the one that the shop's key makes (addressesChanged), and what
 * `requireRoomForNew` refuses.
 */
export async function getOwnAddress(
  ctx: Ctx,
  method: PaymentMethodRow,
  userId: bigint,
): Promise<DepositAddressRow | null> {
  const factory = method.mode === 'own_addresses' ? factoryOf(method) : null;
  if (!factory) return null;
  const { type: network, chain_id } = method;
  const own = ownAddressOf(ctx.keyring, { chainId: chain_id, factory }, userId);
  const now = ctx.clock.now();
  const place = { user_id: userId, chain_id, factory_address: factory.factory };
  const known = await findAddress(ctx.db, place);
  const row =
    known ??
    (await inTransaction(ctx, async (step) => {
      const origin = await requireRoomForNew(step, userId, chain_id);
      return keepAddress(step.db, { ...place, ...own, network, origin, created_at: now, opened_at: now });
    }));
  if (row.address !== own.address || row.salt !== own.salt)
    return refuse('addressesChanged', 'a recorded deposit address');
  const isOpenedAgain = Math.abs(now.getTime() - row.opened_at.getTime()) >= OPENED_MS;
  if (isOpenedAgain) await setOpened(ctx.db, row.id, now);
  if (isOpenedAgain || !known) await setNoticesOpened(ctx.db, userId, chain_id, now);
  return row;
}

/**
 * The caller's own address on a network; the same at every call, until the network has another factory. For half an hour
 * its payments are looked for as closely as those of open top-ups. Refuses a network that takes no top-ups now or has
 * no own addresses (topUpsOff), and what `getOwnAddress` refuses.
 */
export async function openDepositAddress(
  ctx: Ctx,
  { body: { type } }: Input<'openDepositAddress'>,
  chains: Pick<ChainFacts, 'isOffered'>,
): Promise<Data<'openDepositAddress'>> {
  const { userId } = requireUser(ctx.actor);
  const method = await findActiveMethod(ctx, type);
  if (!method || !isUsable(method) || method.mode !== 'own_addresses')
    return refuse('topUpsOff', 'no own addresses');
  if (!(await chains.isOffered(ctx, method))) return refuse('topUpsOff', 'the chain is not offered');
  const own = (await getOwnAddress(ctx, method, userId)) ?? refuse('topUpsOff', 'no own addresses');
  const { chain_id, contract_address, wallet_address } = method;
  return {
    type,
    chain_id: Number(chain_id),
    network_name: chainNameOf(type, Number(chain_id)),
    contract_address: formatAddress(type, contract_address),
    address: formatAddress(type, own.address),
    salt: own.salt,
    factory_address: formatAddress(type, own.factory_address),
    wallet_address: formatAddress(type, wallet_address),
    minimum_amount: formatMicro(chainsOf(type).leastDepositMicro),
    created_at: own.created_at.toISOString(),
  };
}

/** How long a new address counts for the address block that it was opened from. */
const ORIGINS_MS = DAY_MS;

/**
 * New addresses per chain, day and IP address block for buyers who have never paid: signing up costs nothing, and the
 * nodes are asked about each address.
 */
const MOST = 30;

/** In the sandbox and its tests, many buyers share one IP address. */
const MOST_IN_SANDBOX = 2_000;

/**
 * Refuses a new address for a buyer who has never paid if too many were opened from where they are (tooManyNewAddresses).
 * Answers the address block to count it for; null for buyers who have paid before. In the transaction that inserts it.
 */
async function requireRoomForNew(
  { db, address, clock, isSandbox }: Ctx,
  userId: bigint,
  chainId: bigint,
): Promise<string | null> {
  if (address === '' || (await hasPaid(db, userId))) return null;
  const origin = addressBlock(address);
  await lockOrigin(db, origin);
  const since = new Date(clock.now().getTime() - ORIGINS_MS);
  const most = isSandbox ? MOST_IN_SANDBOX : MOST;
  if ((await countOpenedFrom(db, { origin, chainId, since })) >= most) refuse('tooManyNewAddresses');
  return origin;
}

const BATCH = 500;

/** Forgets from where addresses were opened once it no longer counts. */
export async function forgetOrigins({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const before = new Date(clock.now().getTime() - ORIGINS_MS);
  return { more: (await clearOrigins(db, before, BATCH)) === BATCH };
}
