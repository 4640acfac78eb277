import { chainsOf, readBlacklisted, type ChainNode } from '@portside/chain';
import { batchesOf, readSwept, sweepManyData } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { type Hex, encodeFunctionData, parseAbi } from 'viem';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import { listFactories, listWatchedTreasuries } from '../payment-methods/index.ts';
import type { WatchOptions } from './watch-treasury.ts';
import {
  forgetShortfalls,
  listFundedPlaces,
  readLookPosition,
  saveLookPosition,
  saveShortfall,
  type FundedPlace,
  type Shortfall,
} from './address-looks.sql.ts';
import { agree } from '@portside/chain/nodes/agree';
import { badAnswer, callRpc, dataAnswer } from '@portside/chain/nodes/rpc';

/** Addresses of one run: a call for every 50 of a factory. */
const MOST = 100;
/** Of these, how many that differ are looked at one by one, with two calls each. */
const MOST_DIFFERING = 10;

/** The name by which the job is found in the log and in metrics. */
export const watchAddressesJobName = (network: Network): string => `watch addresses ${network}`;

/**
 * Compares what was recorded on buyers' own addresses with the chain: some at each run, round after round. Its
 * position is saved, so that a process that restarts often reaches the last address too. Asks only for addresses with
 * funds, a batch per call.
 */
export function createWatchAddressesJob(ctx: Ctx, { network, nodes, quorum, everyMs }: WatchOptions): Job {
  let wasUnanswered = false;
  return {
    name: watchAddressesJobName(network),
    everyMs,
    async run() {
      const watched = await listWatchedTreasuries(ctx, network, ctx.clock.now());
      if (!watched) return { more: false };
      const chainId = BigInt(watched.chainId);
      const factories = (await listFactories(ctx, network, chainId)).map(({ factory }) => factory);
      const after = await readLookPosition(ctx.db, chainId);
      const places = await listFundedPlaces(ctx.db, { chainId, factories, after, limit: MOST });
      const chain = { network, chainId, asked: { nodes, quorum, token: watched.token } };
      const { compared, lookedAt } = await comparePlaces(chain, places);
      const isLast = lookedAt < MOST && lookedAt === places.length;
      await save(ctx, chainId, { compared, position: isLast ? 0n : places[lookedAt - 1]!.id });
      // Only the log shows it: earlier findings stay as they are.
      const unanswered = lookedAt - compared.length;
      if (unanswered > 0 && !wasUnanswered)
        ctx.log.warn({ network, unanswered }, 'too few nodes answer alike what is on own addresses');
      wasUnanswered = unanswered > 0;
      return { more: false };
    },
  };
}

type Chain = { readonly network: Network; readonly chainId: bigint; readonly asked: TokenReader };
type Compared = { readonly place: FundedPlace; readonly shortfall: Shortfall | null };
type Comparison = {
  /** Those that enough nodes have answered alike. */
  readonly compared: readonly Compared[];
  /** How many of the places this is about, from the first; not all where too many differ. */
  readonly lookedAt: number;
};

async function comparePlaces(chain: Chain, places: readonly FundedPlace[]): Promise<Comparison> {
  const movable = await readAllMovable(chain, places);
  const compared: Compared[] = [];
  let differing = 0;
  for (const [at, place] of places.entries()) {
    const units = movable.get(place.address);
    const differs = units !== undefined && units < place.units;
    if (differs && differing === MOST_DIFFERING) return { compared, lookedAt: at };
    differing += Number(differs);
    const shortfall = differs ? await readShortfall(chain, place) : null;
    if (units !== undefined && shortfall !== undefined) compared.push({ place, shortfall });
  }
  return { compared, lookedAt: places.length };
}

/** Without those that too few nodes answer alike. */
async function readAllMovable(
  { asked }: Chain,
  places: readonly FundedPlace[],
): Promise<ReadonlyMap<Hex, bigint>> {
  const movable = new Map<Hex, bigint>();
  for (const [factory, own] of Map.groupBy(places, (place) => place.factory))
    for (const batch of batchesOf(own)) {
      const salts = batch.map(({ salt }) => salt);
      const amounts = await readMovable(asked, factory, salts);
      for (const [index, amount] of (amounts ?? []).entries()) movable.set(batch[index]!.address, amount);
    }
  return movable;
}

/**
 * Null if all that was recorded is there and not frozen, even if it cannot be moved now (a paused token); undefined
 * if too few nodes agree.
 */
async function readShortfall(
  { network, chainId, asked }: Chain,
  { address, units }: FundedPlace,
): Promise<Shortfall | null | undefined> {
  const { blacklist } = chainsOf(network);
  const frozen = await readBlacklisted(asked.nodes, { ...asked, blacklist }, [address]);
  const balance = await readAddressBalance(asked, address);
  if (frozen === null || balance === null) return undefined;
  const isFrozen = frozen.has(address);
  const missingUnits = isFrozen ? units : units - balance;
  return missingUnits > 0n ? { network, chainId, address, missingUnits, isFrozen } : null;
}

type Looked = { readonly compared: readonly Compared[]; readonly position: bigint };

const save = (ctx: Ctx, chainId: bigint, { compared, position }: Looked): Promise<void> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const inOrder = compared.filter(({ shortfall }) => shortfall === null);
    await forgetShortfalls(
      db,
      chainId,
      inOrder.map(({ place }) => place.address),
    );
    for (const { shortfall } of compared) if (shortfall) await saveShortfall(db, shortfall, clock.now());
    await saveLookPosition(db, chainId, position);
  });

type TokenReader = {
  readonly nodes: readonly ChainNode[];
  /** How many nodes must report the same. */
  readonly quorum: number;
  readonly token: Hex;
};

/**
 * What a sweep would move from each of these addresses of a factory now, by one call for all of them, as the sweep page
 * tries it; null where too few nodes answer alike. Zero for an address that the token does not let go.
 */
async function readMovable(
  { nodes, quorum, token }: TokenReader,
  factory: Hex,
  salts: readonly Hex[],
): Promise<readonly bigint[] | null> {
  const call = { to: factory, data: sweepManyData(token, salts) };
  const { agreed } = await agree(nodes, quorum, async (node) => {
    const answer = await callRpc(node, dataAnswer, 'eth_call', call, 'latest');
    try {
      return readSwept(answer, salts.length);
    } catch (error) {
      throw badAnswer(node, 'eth_call', String(error));
    }
  });
  return agreed && agreed.value;
}

const ABI = parseAbi(['function balanceOf(address wallet) view returns (uint256)']);

/** The token's balance of an address; null where too few nodes answer alike. */
async function readAddressBalance(
  { nodes, quorum, token }: TokenReader,
  address: Hex,
): Promise<bigint | null> {
  const data = encodeFunctionData({ abi: ABI, args: [address] });
  const { agreed } = await agree(nodes, quorum, async (node) => {
    const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
    if (/^0x[0-9a-f]{64}$/.test(answer)) return BigInt(answer);
    throw badAnswer(node, 'eth_call', 'a balance is a word');
  });
  return agreed && agreed.value;
}
