import {
  formatAddress,
  parseAddressOrNull,
  explorerTxUrl,
  formatTxHash,
  parseTxHash,
  recordOf,
  toMicro,
} from '@portside/chain';
import {
  formatMicro,
  NETWORKS,
  type Data,
  type Input,
  type Network,
  type SweepableAddress,
  type Sweep,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { readAmountPlace, writeAmountPlace } from '../../platform/lists/page-reader.ts';
import { listFactoryMethods, type FactoryMethod, type Reader } from '../payment-methods/index.ts';
import { loadSettings } from '../settings/index.ts';
import {
  findFunded,
  listFunded,
  type FundedAddress,
  type FactoryRef,
  listSweepRows,
  type SweepRow,
} from './sweeping.sql.ts';
import { cutPage, readId, readIdCursor } from '../../platform/lists/by-id.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../platform/http/send-list.ts';

/** The factories of all networks or of one, present and former, on every chain. */
export async function listAllFactories(reader: Reader, type?: Network): Promise<FactoryMethod[]> {
  const networks = type === undefined ? NETWORKS : [type];
  return (await Promise.all(networks.map((network) => listFactoryMethods(reader, network)))).flat();
}

/** The factory of a sealed method, as queries name it. */
export const factoryRefOf = ({ factory, method }: FactoryMethod): FactoryRef => ({
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
  const { type, factory_address, worth_sweeping, address, limit, cursor } = query;
  const all = await listAllFactories(ctx, type);
  const factories =
    factory_address === undefined
      ? all
      : all.filter(({ method, factory }) => isWritten(method.type, factory_address, factory.factory));
  const present = presenterOf(factories);
  if (address !== undefined) return { ...onePage, items: await findOne(ctx, factories, address, present) };
  const { sweepMinimumMicro } = await loadSettings(ctx.db);
  const rows = await listFunded(ctx.db, factories.map(factoryRefOf), {
    leastMicro: worth_sweeping === 'true' ? max(sweepMinimumMicro, 1n) : 1n,
    past: cursor === undefined ? undefined : readAmountPlace(readId, cursor),
    limit,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.flatMap(present),
    next_cursor: last && rows.length > limit ? writeAmountPlace(last.micro, String(last.id)) : null,
    total: null,
  };
}

const onePage = { next_cursor: null, total: null };
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);

type Present = (row: FundedAddress) => SweepableAddress[];

async function findOne(
  ctx: Ctx,
  factories: readonly FactoryMethod[],
  text: string,
  present: Present,
): Promise<SweepableAddress[]> {
  const networks = [...new Set(factories.map(({ method }) => method.type))];
  const found = networks.flatMap((network) => {
    const address = parseAddressOrNull(network, text);
    if (address === null) return [];
    const own = factories.filter(({ method }) => method.type === network);
    return [findFunded(ctx.db, own.map(factoryRefOf), address)];
  });
  return (await Promise.all(found)).flat().flatMap(present);
}

/** Whether a text is that address, as the network writes it. */
const isWritten = (network: Network, text: string, address: string): boolean =>
  parseAddressOrNull(network, text) === address;

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
        swept_before: row.swept_before,
        username: row.username,
        paid_at: row.paid_at?.toISOString() ?? null,
      },
    ];
  };
}

/** Recorded sweeps by transaction and wallet, newest first. Includes sweeps that others caused or that went elsewhere. */
export async function listSweeps(ctx: Ctx, { query }: Input<'listSweeps'>): Promise<Data<'listSweeps'>> {
  const { type, tx_hash, limit, cursor } = query;
  const filter = { network: type, txHash: tx_hash === undefined ? undefined : parseTxHash(tx_hash) };
  const rows = await listSweepRows(ctx.db, filter, { past: readIdCursor(cursor), limit });
  const { shown, nextCursor } = cutPage(rows, limit);
  return { items: shown.map(present), next_cursor: nextCursor, total: null };
}

const present = (row: SweepRow): Sweep => ({
  type: row.network,
  chain_id: Number(row.chain_id),
  tx_hash: formatTxHash(row.network, row.tx_hash),
  tx_url: explorerTxUrl(row.network, Number(row.chain_id), row.tx_hash),
  wallet_address: formatAddress(row.network, row.to_address),
  addresses: row.addresses,
  amount: formatMicro(toMicro(BigInt(row.units), recordOf(row.network).token.decimals)),
  block_time: row.block_time.toISOString(),
  recorded_at: row.recorded_at.toISOString(),
});

/** `portside sweep` reads these columns by their names. */
export const SWEEPABLE_COLUMNS: Columns<SweepableAddress> = {
  network: ({ type }) => type,
  chain_id: ({ chain_id }) => chain_id,
  contract_address: ({ contract_address }) => contract_address,
  factory_address: ({ factory_address }) => factory_address,
  wallet_address: ({ wallet_address }) => wallet_address,
  salt: ({ salt }) => salt,
  address: ({ address }) => address,
  amount: { number: ({ amount }) => amount },
  swept_before: ({ swept_before }) => swept_before,
};

const SWEEP_COLUMNS: Columns<Sweep> = {
  recorded_at: ({ recorded_at }) => recorded_at,
  block_time: ({ block_time }) => block_time,
  network: ({ type }) => type,
  chain_id: ({ chain_id }) => chain_id,
  tx_hash: ({ tx_hash }) => tx_hash,
  wallet_address: ({ wallet_address }) => wallet_address,
  addresses: ({ addresses }) => addresses,
  amount: { number: ({ amount }) => amount },
};

/** What is to be swept, as a file. It names no buyer. */
export const exportSweepable = (
  ctx: Ctx,
  { query }: Input<'exportSweepable'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'sweepable',
    action: 'deposit.export',
    subject: 'deposit',
    query,
    columns: SWEEPABLE_COLUMNS,
    readPage: (page) => listSweepable(ctx, { query: { ...query, ...page } }),
  });

/** Recorded sweeps as a file; the export is in the audit log. Refuses what `listSweeps` refuses. */
export const exportSweeps = (
  ctx: Ctx,
  { query }: Input<'exportSweeps'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'sweeps',
    action: 'deposit.export',
    subject: 'deposit',
    query,
    columns: SWEEP_COLUMNS,
    readPage: (page) => listSweeps(ctx, { query: { ...query, ...page } }),
  });
