import { chainsOf, readCursorAt, type ChainNode, type Cursor } from '@portside/chain';
import type { Data, Input, Network } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import { setAddressCursorBack } from './address-cursors.sql.ts';
import { readChainCursor, readStatus, setCursorBack } from './chains.sql.ts';
import { doubtSweepsAbove } from './sweeps.sql.ts';
import { doubtDeposits } from './lost-deposits.sql.ts';
import { countDepositsAbove, listKnownBlocks } from '../deposits.sql.ts';
import type { RescannedChains } from './rescan-chain.ts';

/** Each comparison requests every node; older blocks are below any realistic reorganisation. */
const MAX_COMPARED = 20;
/** Where no known block matches, scanning resumes this far before the oldest of them. */
const FAR_BACK_SECONDS = 24 * 60 * 60;

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
  requireAction(ctx.actor, 'deposit.rescan');
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
