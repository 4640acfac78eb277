import { DAY_MS } from '../../../platform/clock.ts';
import { readCursorAt, scan, ScanMemory, type ChainNode, type Cursor, chainsOf } from '@portside/chain';
import type { Data, Input, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import { listAllAddresses } from '../../deposit-addresses/index.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import { lockCursor, readChainCursor, readStatus, setCursorBack, doubtDeposits } from './chains.sql.ts';
import { recordTransfers, readBlacklistOf, scanParametersOf } from './record-scan.ts';
import type { DepositMatcher } from '../credit-deposits.ts';
import { setAddressCursorBack } from './read-all-addresses.ts';
import { doubtSweepsAbove } from './sweeps.sql.ts';
import { countDepositsAbove, listKnownBlocks, type AssetId } from '../deposits.sql.ts';

export type RescannedChains = Partial<
  Record<Network, { readonly nodes: readonly ChainNode[]; readonly quorum: number }>
>;

/** A call stops after this time; the caller continues from the returned block. */
const MAX_DURATION_MS = 20_000;

/**
 * Reads final blocks again that the follower has already read, for wallets and all buyers' addresses, by the same
 * rules, for when nodes were wrong or a wallet was configured late. What is not found there any more is marked as lost.
 * The follower's cursor does not change. Payments to a wallet from before it belonged to the shop are held. Refuses an
 * unknown chain (notFound), a block above the cursor (invalidFormat) and nodes that do not answer or agree
 * (serverBusy).
 */
export async function rescanChain(
  ctx: Ctx,
  { body }: Input<'rescanChain'>,
  { chains, matcher }: { readonly chains: RescannedChains; readonly matcher: DepositMatcher },
): Promise<Data<'rescanChain'>> {
  const { type: network, from_block: fromBlock, reason } = body;
  const chain = chains[network] ?? refuse('notFound', 'chain');
  const watched = (await listWatchedTreasuries(ctx, network, ctx.clock.now())) ?? refuse('notFound');
  const { since } = watched;
  const asset = { network, chainId: BigInt(watched.chainId), token: watched.token };
  const end = (await readChainCursor(ctx.db, asset.chainId)) ?? refuse('notFound', 'nothing read yet');
  if (fromBlock > end.number) refuseField('invalidFormat', 'from_block', 'large', end.number);
  const all = await listAllAddresses(ctx, { network, chainId: asset.chainId });
  const addresses = all.map(({ address }) => address);
  // Blocks above the cursor are left to the follower.
  const only = { upTo: end.number, skipsPending: true };
  const watch = {
    ...watched,
    ...only,
    addresses,
    network,
    quorum: chain.quorum,
    ...scanParametersOf(network),
  };

  const started = performance.now();
  const memory = memoryOf(chain);
  let found = 0;
  const first = (await readCursorAt(chain.nodes, watch, Math.max(0, fromBlock - 1))) ?? refuse('serverBusy');
  let at: Cursor = first;
  while (at.number < end.number && performance.now() - started < MAX_DURATION_MS) {
    const outcome = await scan(chain.nodes, watch, at, memory);
    const blacklist = outcome.kind === 'scanned' ? await readSenders(asset, chain, outcome.transfers) : null;
    if (outcome.kind !== 'scanned' || blacklist === null) {
      // What was recorded before stands, and is told.
      if (at !== first) break;
      const why = outcome.kind === 'idle' ? 'the nodes are behind' : 'black list';
      return refuse('serverBusy', 'reasons' in outcome ? describeFindings('en', outcome.reasons) : why);
    }
    found += await inTransaction(ctx, async (step) => {
      // Not at the same time as the follower or a claim: a claim and its deposit could miss each other.
      await lockCursor(step.db, asset.chainId);
      const { treasuries } = watched;
      await doubtDeposits(step.db, asset, { treasuries, after: at.number, upTo: outcome.cursor.number });
      return recordTransfers(step, asset, outcome, { blacklist, since, matcher });
    });
    at = outcome.cursor;
  }
  const readTo = at.number;
  await inTransaction(ctx, (step) =>
    recordAudit(step, {
      action: 'deposit.rescan',
      subject: `network:${network}`,
      after: { from_block: fromBlock, read_to: readTo, found, reason },
    }),
  );
  return { read_to: readTo, next_block: readTo < end.number ? readTo + 1 : null, found };
}

const memories = new WeakMap<object, ScanMemory>();

/** What the calls for a network remember of its nodes: a receipt counts as unreadable after more time than one has. */
function memoryOf(chain: object): ScanMemory {
  const memory = memories.get(chain) ?? new ScanMemory();
  memories.set(chain, memory);
  return memory;
}

/** Which senders are on the black list; null where the nodes do not answer alike. */
const readSenders = (
  asset: AssetId,
  chain: RescannedChains[Network] & {},
  transfers: readonly { readonly from: Hex }[],
) => readBlacklistOf(asset, chain, [...new Set(transfers.map(({ from }) => from))]);

/** Each comparison requests every node; older blocks are below any realistic reorganisation. */
const MAX_COMPARED = 20;

/** Where no known block matches, scanning resumes this far before the oldest of them. */
const FAR_BACK_SECONDS = DAY_MS / 1_000;

type Chains = {
  readonly nodes: RescannedChains;
  readonly pollNow: (network: Network) => void;
};

/**
 * Resumes a network whose nodes contradict a recorded final block, from the last block on which they and the shop
 * agree. The cursor only moves back, so no block is skipped; recorded deposits stay and are not recorded twice; sweeps
 * and deposits above that block are in doubt until they are read again. Refuses a network that is not halted or whose
 * nodes know the last block read (chainNotHalted), and nodes that do not agree with each other (nodesDisagree).
 */
export async function resumeChain(
  ctx: Ctx,
  { body }: Input<'resumeChain'>,
  { nodes: chains, pollNow }: Chains,
): Promise<Data<'resumeChain'>> {
  const { type: network, reason } = body;
  const { nodes, quorum } = chains[network] ?? refuse('notFound', 'chain');
  const watched = (await listWatchedTreasuries(ctx, network, ctx.clock.now())) ?? refuse('notFound');
  const chainId = BigInt(watched.chainId);
  const [status, cursor] = await Promise.all([readStatus(ctx.db, chainId), readChainCursor(ctx.db, chainId)]);
  if (status?.state !== 'halted' || cursor === null) return refuse('chainNotHalted');

  const agreement = { chainId: watched.chainId, quorum };
  const known = await listKnownBlocks(ctx.db, chainId, MAX_COMPARED);
  const farBack = Math.ceil(FAR_BACK_SECONDS / chainsOf(network).blockSeconds);
  const agreed = await findAgreed(nodes, agreement, cursor, known, farBack);
  const resumed = await inTransaction(ctx, async (step) => {
    if (!(await setCursorBack(step.db, chainId, cursor, agreed))) refuse('chainNotHalted', 'it has moved on');
    await setAddressCursorBack(step.db, chainId, agreed);
    await doubtSweepsAbove(step.db, chainId, agreed.number);
    const { token, treasuries } = watched;
    await doubtDeposits(step.db, { network, chainId, token }, { treasuries, after: agreed.number });
    const above = await countDepositsAbove(step.db, chainId, agreed.number);
    const result = { agreed_block: agreed.number, read_to: cursor.number, deposits_above: above };
    await recordAudit(step, {
      action: 'chain.resume',
      subject: `network:${network}`,
      before: { halted: status.reasons },
      after: { ...result, reason },
    });
    return result;
  });
  pollNow(network);
  return resumed;
}

type Block = Pick<Cursor, 'number' | 'hash'>;

/** The newest block that both the shop and enough nodes know; without one, a block well before all known ones. */
async function findAgreed(
  nodes: readonly ChainNode[],
  agreement: Parameters<typeof readCursorAt>[1],
  cursor: Cursor,
  known: readonly Block[],
  farBack: number,
): Promise<Cursor> {
  const now = await readCursorAt(nodes, agreement, cursor.number);
  if (now?.hash === cursor.hash)
    return refuse('chainNotHalted', 'the nodes know the last block that was read');
  const older = known.filter(({ number }) => number < cursor.number);
  for (const { number, hash } of older) {
    const block = await readCursorAt(nodes, agreement, number);
    if (block?.hash === hash) return block;
  }
  const oldest = older.at(-1)?.number ?? cursor.number;
  const start = Math.max(0, oldest - farBack);
  return (await readCursorAt(nodes, agreement, start)) ?? refuse('nodesDisagree');
}
