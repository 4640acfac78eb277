import { explorerTxUrl, formatAddress, formatTxHash, parseTxHash, recordOf, toMicro } from '@portside/chain';
import { formatMicro, type Data, type Input, type Sweep } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { listSweepRows, type SweepRow } from './sweeping.sql.ts';

/** Recorded sweeps by transaction and wallet, newest first. Includes sweeps that others caused or that went elsewhere. */
export async function listSweeps(ctx: Ctx, { query }: Input<'listSweeps'>): Promise<Data<'listSweeps'>> {
  requireAction(ctx.actor, 'deposit.read');
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
