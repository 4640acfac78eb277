import type { DepositFactory } from '@portside/checkout';
import { NETWORKS, type Finding, type Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { factoryOf } from './prove-contracts.ts';
import { isTokenTrusted, isUsable } from './method-rules.ts';
import {
  lockMethods,
  findMethodNetwork,
  WATCHED_AFTER_RETIREMENT_MS,
  type PaymentMethodRow,
} from './payment-methods.sql.ts';
import { checkMethods } from './seal-methods.ts';
import type { Hex } from 'viem';

export type Reader = Pick<Ctx, 'db' | 'keyring'>;

/** Methods are read through these only: without a right seal a network has none. */
async function listSealed(reader: Reader, type: Network): Promise<readonly PaymentMethodRow[]> {
  const { rows, fault } = await checkMethods(reader, type);
  return fault === null ? rows : [];
}

/** The method of new top-ups, enabled or not; undefined where there is none. */
export const findActiveMethod = async (
  reader: Reader,
  type: Network,
): Promise<PaymentMethodRow | undefined> => (await listSealed(reader, type)).find(isActive);

/** The method that was set last, active or retired. */
export const findNewestMethod = async (
  reader: Reader,
  type: Network,
): Promise<PaymentMethodRow | undefined> => (await listSealed(reader, type))[0];

export const isActive = ({ retired_at }: PaymentMethodRow): boolean => retired_at === null;

/** Active methods in the order of the network records. */
export async function listActiveMethods(reader: Reader): Promise<PaymentMethodRow[]> {
  const found = await Promise.all(NETWORKS.map((type) => findActiveMethod(reader, type)));
  return found.filter((method) => method !== undefined);
}

/**
 * Methods whose wallets are watched, newest first: the active one, those retired within 90 days, and those with a
 * factory, because what is on its addresses can be swept to that wallet at any time.
 */
export async function listWatchedMethods(
  reader: Reader,
  type: Network,
  now: Date,
): Promise<PaymentMethodRow[]> {
  return (await listSealed(reader, type)).filter((method) => isWatched(method, now));
}

/** Whether the method's wallet is watched at that time. */
export const isWatched = (
  { retired_at: retiredAt, factory_address: factory }: PaymentMethodRow,
  now: Date,
): boolean =>
  retiredAt === null || now.getTime() - retiredAt.getTime() < WATCHED_AFTER_RETIREMENT_MS || factory !== null;

/** All methods that a network ever had, with a trusted token, newest first. */
export const listTrustedMethods = async (
  reader: Reader,
  type: Network,
): Promise<readonly PaymentMethodRow[]> => (await listSealed(reader, type)).filter(isTokenTrusted);

/** The factories that the network's methods on a chain have or had; each once. Addresses of others are not ours. */
export async function listFactories(
  reader: Reader,
  type: Network,
  chainId: bigint,
): Promise<readonly DepositFactory[]> {
  const found = (await listFactoryMethods(reader, type)).filter(({ method }) => method.chain_id === chainId);
  return found.map(({ factory }) => factory);
}

/** A factory with the newest method that has it. */
export type FactoryMethod = { readonly factory: DepositFactory; readonly method: PaymentMethodRow };

/** The network's factories of all chains, newest first; each once, with its newest method. */
export async function listFactoryMethods(reader: Reader, type: Network): Promise<readonly FactoryMethod[]> {
  const found = (await listSealed(reader, type)).filter(isTokenTrusted).flatMap((method) => {
    const factory = factoryOf(method);
    return factory ? [{ factory, method }] : [];
  });
  const isSame = (one: FactoryMethod, other: FactoryMethod): boolean =>
    one.factory.factory === other.factory.factory && one.method.chain_id === other.method.chain_id;
  return found.filter((one, index) => found.findIndex((other) => isSame(one, other)) === index);
}

/** An active method by its id. Refuses a retired one (notFound) and one without a right seal (addressesChanged). */
export async function getActiveMethod(reader: Reader, id: bigint): Promise<PaymentMethodRow> {
  const type = await findMethodNetwork(reader.db, id);
  if (!type) return refuse('notFound', 'no active payment method');
  const { rows, fault } = await checkMethods(reader, type);
  if (fault !== null) return refuse('addressesChanged', fault.code);
  const method = rows.find((row) => row.id === id && row.retired_at === null);
  return method ?? refuse('notFound', 'no active payment method');
}

/** Networks whose methods are not what the shop has written, with what is wrong. */
export async function listSealFaults(
  reader: Reader,
): Promise<{ readonly network: Network; readonly fault: Finding; readonly chainId: bigint | null }[]> {
  const checked = await Promise.all(
    NETWORKS.map(async (network) => ({ network, ...(await checkMethods(reader, network)) })),
  );
  return checked.flatMap(({ network, fault, rows, approved }) =>
    fault === null ? [] : [{ network, fault, chainId: (approved ?? rows)[0]?.chain_id ?? null }],
  );
}

/**
 * Whether no network has ever had a method, counting retired ones and rows that disappeared. Holds until the
 * transaction ends: of two admins who set the first address at the same time, one is second.
 */
export async function isBeforeFirstMethod(step: Ctx): Promise<boolean> {
  if (await hasEverHadMethod(step)) return false;
  for (const type of NETWORKS) await lockMethods(step.db, type);
  return !(await hasEverHadMethod(step));
}

async function hasEverHadMethod(reader: Reader): Promise<boolean> {
  const checked = await Promise.all(NETWORKS.map((type) => checkMethods(reader, type)));
  return checked.some(({ rows, fault }) => fault !== null || rows.length > 0);
}

type WatchedTreasuries = {
  readonly chainId: number;
  readonly token: Hex;
  readonly treasuries: readonly Hex[];
  /** Since when each treasury belongs to the shop. */
  readonly since: ReadonlyMap<Hex, Date>;
  readonly checkouts: readonly Hex[];
};

/**
 * What the follower watches on a network: the newest method's chain and token, with the wallets and checkouts of all
 * its methods that are active or were retired within 90 days, and those that pay from buyers' addresses, which stay.
 * Null where there is none. Methods with an untrusted token are left out, so that its transfers are never credited;
 * without a right seal there is none.
 */
export async function listWatchedTreasuries(
  reader: Reader,
  type: Network,
  now: Date,
): Promise<WatchedTreasuries | null> {
  const methods = (await listWatchedMethods(reader, type, now)).filter(isTokenTrusted);
  const [newest] = methods;
  if (!newest) return null;
  const same = methods.filter(
    (method) => method.chain_id === newest.chain_id && method.contract_address === newest.contract_address,
  );
  return {
    chainId: Number(newest.chain_id),
    token: newest.contract_address,
    treasuries: [...new Set(same.map((method) => method.wallet_address))],
    // The rows are newest first, so the earliest time of a wallet remains.
    since: new Map(same.map((method) => [method.wallet_address, method.created_at])),
    checkouts: [...new Set(same.flatMap((method) => method.checkout_address ?? []))],
  };
}

export type FactoryChange = {
  /** Of the method that brought the change: the same however often methods like it follow one another. */
  readonly methodId: bigint;
  readonly since: Date;
  readonly network: Network;
  readonly chainId: bigint;
  /** Null where the network has no own addresses any more, and another wallet. */
  readonly factory: DepositFactory | null;
  /** The factory before it. */
  readonly former: DepositFactory;
};

/**
 * Why buyers must stop using their own addresses on the network's chain: it has another factory now, or exact amounts
 * and another wallet. Null if neither, or if the network takes no top-ups. Exact amounts to the same wallet do not
 * count, nor does switching off and on. Only sealed methods count.
 */
export async function findFactoryChange(reader: Reader, type: Network): Promise<FactoryChange | null> {
  const methods = await listTrustedMethods(reader, type);
  const active = methods.find(({ retired_at }) => retired_at === null);
  if (!active || !isUsable(active)) return null;
  const onChain = methods.filter(({ chain_id }) => chain_id === active.chain_id);
  const found = isOwn(active) ? findNewFactory(onChain, active) : findNewWallet(onChain, active);
  return (
    found && {
      methodId: found.first.id,
      since: found.first.created_at,
      network: type,
      chainId: active.chain_id,
      factory: isOwn(active) ? factoryOf(active)! : null,
      former: factoryOf(found.before)!,
    }
  );
}

const isOwn = ({ mode }: PaymentMethodRow): boolean => mode === 'own_addresses';

/** The first method that brought something, and the last one with own addresses before it. */
type Found = { readonly first: PaymentMethodRow; readonly before: PaymentMethodRow };

/** Methods are newest first. */
function findNewFactory(methods: readonly PaymentMethodRow[], active: PaymentMethodRow): Found | null {
  const own = methods.filter(isOwn);
  const at = own.findIndex(({ factory_address: factory }) => factory !== active.factory_address);
  const [first, before] = [own[at - 1], own[at]];
  return first && before ? { first, before } : null;
}

/** Of several new wallets in a row only the first one is a change: buyers know by then that their address is none. */
function findNewWallet(methods: readonly PaymentMethodRow[], active: PaymentMethodRow): Found | null {
  const before = methods.find(isOwn);
  if (!before || before.wallet_address === active.wallet_address) return null;
  const isSame = ({ wallet_address: wallet }: PaymentMethodRow): boolean => wallet === before.wallet_address;
  const since = methods.slice(0, methods.findIndex(isSame));
  return { first: since.at(-1)!, before };
}
