import { formatAddress, parseAddress } from '@portside/chain';
import {
  formatMicro,
  NETWORKS,
  type Data,
  type Input,
  type Network,
  type SweepableAddress,
} from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readAmountPosition, writeAmountPosition } from '../../platform/http/amount-position.ts';
import { listFactoryMethods, type FactoryMethod, type Reader } from '../payment-methods/index.ts';
import { loadSettings } from '../settings/index.ts';
import { findLying, listLying, type LyingAddress, type Place } from './sweeping.sql.ts';

/** The factories of all networks or of one, present and former, on every chain. */
export async function listAllFactories(reader: Reader, type?: Network): Promise<FactoryMethod[]> {
  const networks = type === undefined ? NETWORKS : [type];
  return (await Promise.all(networks.map((network) => listFactoryMethods(reader, network)))).flat();
}

export const placeOf = ({ factory, method }: FactoryMethod): Place => ({
  network: method.type,
  chainId: method.chain_id,
  factory: factory.factory,
});

/**
 * Addresses with a balance according to recorded deposits and sweeps, the largest first; or the named address, also
 * without a balance. Only those of factories in sealed methods; an unknown factory or address has none.
 */
export async function listSweepable(
  ctx: Ctx,
  { query }: Input<'listSweepable'>,
): Promise<Data<'listSweepable'>> {
  requireAction(ctx.actor, 'deposit.read');
  const { type, factory_address, worth, address, limit, cursor } = query;
  const all = await listAllFactories(ctx, type);
  const factories =
    factory_address === undefined
      ? all
      : all.filter(({ method, factory }) => isWritten(method.type, factory_address, factory.factory));
  const present = presenterOf(factories);
  if (address !== undefined) return { ...onePage, items: await findOne(ctx, factories, address, present) };
  const { sweepMinimumMicro } = await loadSettings(ctx.db);
  const rows = await listLying(ctx.db, factories.map(placeOf), {
    leastMicro: worth === 'true' ? max(sweepMinimumMicro, 1n) : 1n,
    past: readAmountPosition(cursor),
    limit,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.flatMap(present),
    next_cursor: last && rows.length > limit ? writeAmountPosition(last) : null,
    total: null,
  };
}

const onePage = { next_cursor: null, total: null };
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);

type Present = (row: LyingAddress) => SweepableAddress[];

async function findOne(
  ctx: Ctx,
  factories: readonly FactoryMethod[],
  text: string,
  present: Present,
): Promise<SweepableAddress[]> {
  const networks = [...new Set(factories.map(({ method }) => method.type))];
  const found = networks.flatMap((network) => {
    const address = parseOrNull(network, text);
    if (address === null) return [];
    const own = factories.filter(({ method }) => method.type === network);
    return [findLying(ctx.db, own.map(placeOf), address)];
  });
  return (await Promise.all(found)).flat().flatMap(present);
}

/** Whether a text is that address, as the network writes it. */
const isWritten = (network: Network, text: string, address: string): boolean =>
  parseOrNull(network, text) === address;

function parseOrNull(network: Network, text: string): `0x${string}` | null {
  try {
    return parseAddress(network, text);
  } catch {
    return null;
  }
}

function presenterOf(factories: readonly FactoryMethod[]): Present {
  return (row) => {
    const { network: type, chain_id: chainId, factory_address: at } = row;
    const found = factories.find(
      ({ factory, method }) => method.type === type && method.chain_id === chainId && factory.factory === at,
    );
    if (!found) return [];
    const { contract_address, wallet_address } = found.method;
    return [
      {
        type,
        chain_id: Number(chainId),
        address: formatAddress(type, row.address),
        salt: row.salt,
        factory_address: formatAddress(type, at),
        wallet_address: formatAddress(type, wallet_address),
        contract_address: formatAddress(type, contract_address),
        amount: formatMicro(row.micro),
        is_made: row.is_made,
        username: row.username,
        paid_at: row.paid_at?.toISOString() ?? null,
      },
    ];
  };
}
