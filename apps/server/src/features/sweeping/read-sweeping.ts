import {
  chainNameOf,
  formatAddress,
  type ChainNode,
  chainsOf,
  familyOf,
  NodeError,
  recordOf,
} from '@portside/chain';
import {
  formatMicro,
  NETWORKS,
  type Data,
  type Network,
  type SweepNetwork,
  type UnreadChain,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { type ChainFacts, type FactoryMethod, findNewestMethod } from '../payment-methods/index.ts';
import { loadSettings } from '../settings/index.ts';
import { listFollowedChains } from '../treasury/index.ts';
import { listAllFactories, factoryRefOf } from './list-sweeps.ts';
import { listShort, sumFunded, type FactoryRef, type FundedSum, type ShortRow } from './sweeping.sql.ts';
import { SWEEP_ENERGY, SWEEP_GAS } from '@portside/checkout';
import { formatUnits } from 'viem';

/** Of a network's addresses on which something is missing. */
const MOST_SHORT = 50;

/**
 * Balances of buyers' own addresses on each network that has or had a factory, by factory, and what sweeping those
 * worth sweeping costs at the present price of gas; and what was missing on chains that are no longer followed.
 */
export async function readSweeping(
  ctx: Ctx,
  chains: Pick<ChainFacts, 'nodesOf'>,
): Promise<Data<'readSweeping'>> {
  const [factories, { sweepMinimumMicro }] = await Promise.all([listAllFactories(ctx), loadSettings(ctx.db)]);
  const least = sweepMinimumMicro > 1n ? sweepMinimumMicro : 1n;
  const refs = factories.map(factoryRefOf);
  const sums = await sumFunded(ctx.db, refs, least);
  const followed = await listFollowedChains(ctx.db, ctx.clock.now());
  const used = NETWORKS.filter((network) => factories.some(({ method }) => method.type === network));
  const networks = await Promise.all(
    used.map(async (network) => {
      const own = factories.filter(({ method }) => method.type === network);
      const newest = await findNewestMethod(ctx, network);
      const chainId = newest?.chain_id ?? own[0]!.method.chain_id;
      return present(network, {
        chainId,
        factories: own.filter(({ method }) => method.chain_id === chainId),
        sums,
        short: followed.has(chainId) ? await listShortAt(ctx, refs, { network, chainId }) : [],
        price: await priceOf(chains.nodesOf(network), network),
      });
    }),
  );
  const unread = await listUnread(
    ctx,
    refs.filter(({ chainId }) => !followed.has(chainId)),
  );
  return { networks: networks.flat(), unread, minimum: formatMicro(sweepMinimumMicro) };
}

type ChainKey = Pick<FactoryRef, 'network' | 'chainId'>;

const listShortAt = ({ db }: Ctx, refs: readonly FactoryRef[], { network, chainId }: ChainKey) =>
  listShort(
    db,
    refs.filter((ref) => ref.network === network && ref.chainId === chainId),
    MOST_SHORT,
  );

/** What was found on chains that the shop no longer follows, as it was when they were last looked at. */
async function listUnread(ctx: Ctx, refs: readonly FactoryRef[]): Promise<UnreadChain[]> {
  const places = new Map(refs.map((ref) => [`${ref.network} ${ref.chainId}`, ref]));
  const chains = [...places.values()].map(async ({ network: type, chainId }) => {
    const short = await listShortAt(ctx, refs, { network: type, chainId });
    if (short.length === 0) return [];
    const lookedAt = Math.max(...short.map(({ looked_at }) => looked_at.getTime()));
    return [
      {
        type,
        chain_id: Number(chainId),
        network_name: chainNameOf(type, Number(chainId)),
        looked_at: new Date(lookedAt).toISOString(),
        short: presentShort(type, short),
      },
    ];
  });
  return (await Promise.all(chains)).flat();
}

const presentShort = (type: Network, rows: readonly ShortRow[]): SweepNetwork['short'] => ({
  addresses: rows[0]?.total ?? 0,
  items: rows.map((one) => ({
    address: formatAddress(type, one.address),
    username: one.username,
    recorded: formatMicro(one.recorded_micro),
    missing: formatMicro(one.missing_micro),
    is_frozen: one.is_frozen,
    since: one.since.toISOString(),
  })),
});

const priceOf = async (nodes: readonly ChainNode[], network: Network): Promise<Price | null> =>
  nodes.length === 0 ? null : readPrice(nodes, network);

type Found = {
  readonly chainId: bigint;
  readonly factories: readonly FactoryMethod[];
  readonly sums: readonly FundedSum[];
  readonly short: readonly ShortRow[];
  readonly price: Price | null;
};

/** Nothing where the network's chain has no factory, because another chain is followed now. */
function present(type: Network, { chainId, factories, sums, short, price }: Found): SweepNetwork[] {
  const [first] = factories;
  if (!first) return [];
  const own = sums.filter((sum) => sum.network === type && sum.chain_id === chainId);
  const worth = own.filter(({ is_worth_sweeping }) => is_worth_sweeping);
  const unswept = worth.reduce((sum, one) => sum + one.unswept, 0);
  const later = worth.reduce((sum, one) => sum + one.addresses - one.unswept, 0);
  const cost = (counts: Parameters<typeof costOf>[1]) => (price === null ? null : costOf(price, counts));
  return [
    {
      type,
      chain_id: Number(chainId),
      network_name: chainNameOf(type, Number(chainId)),
      contract_address: formatAddress(type, first.method.contract_address),
      funded: totalOf(own),
      worth_sweeping: totalOf(worth),
      cost: cost({ first: unswept, later }),
      cost_first: cost({ first: 1, later: 0, isShared: true }),
      cost_later: cost({ first: 0, later: 1, isShared: true }),
      short: presentShort(type, short),
      factories: factories.map(({ factory, method }) => {
        const parts = own.filter((sum) => sum.factory_address === factory.factory);
        return {
          factory_address: formatAddress(type, factory.factory),
          wallet_address: formatAddress(type, factory.treasury),
          is_current: method.retired_at === null && method.mode === 'own_addresses',
          retired_at: method.retired_at?.toISOString() ?? null,
          funded: totalOf(parts),
          worth_sweeping: totalOf(parts.filter(({ is_worth_sweeping }) => is_worth_sweeping)),
        };
      }),
    },
  ];
}

const totalOf = (sums: readonly FundedSum[]) => ({
  amount: formatMicro(sums.reduce((sum, { micro }) => sum + BigInt(micro), 0n)),
  addresses: sums.reduce((sum, { addresses }) => sum + addresses, 0),
});

/** What a unit of gas (on TRON: of energy) costs, in the smallest unit of the network's coin. */
type Price = { readonly network: Network; readonly perUnit: bigint };

/** By the first node that answers; null where none does. */
async function readPrice(nodes: readonly ChainNode[], network: Network): Promise<Price | null> {
  for (const node of nodes) {
    try {
      const answer = await node.request('eth_gasPrice', []);
      if (typeof answer === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(answer))
        return { network, perUnit: BigInt(answer) };
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
    }
  }
  return null;
}

type Counts = {
  /** Addresses that were never swept, which are made first, and others. */
  readonly first: number;
  readonly later: number;
  /** The part of an address of a full transaction, instead of transactions of their own. */
  readonly isShared?: boolean;
};

const USED = { evm: SWEEP_GAS, tron: SWEEP_ENERGY } as const;

/** What sweeping so many addresses takes, in the network's coin. An estimate: the wallet tells the exact fee. */
function costOf({ network, perUnit }: Price, { first, later, isShared = false }: Counts): string {
  const used = USED[familyOf(network)];
  const { sweepBatch } = chainsOf(network);
  const transactions = Math.ceil((first + later) / sweepBatch);
  const own = isShared ? used.transaction / BigInt(sweepBatch) : used.transaction * BigInt(transactions);
  const units = own + used.first * BigInt(first) + used.later * BigInt(later);
  return formatUnits(units * perUnit, recordOf(network).coin.decimals);
}
