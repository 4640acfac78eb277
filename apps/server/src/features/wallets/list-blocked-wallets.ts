import { NETWORKS, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/http/page-by-id.ts';
import { presentBlocked } from './wallets.present.ts';
import { listBlocked, readSanctionsDate } from './wallets.sql.ts';

/** Wallets of every list, newest first unless sorted otherwise. */
export async function listBlockedWallets(
  ctx: Ctx,
  { query }: Input<'listBlockedWallets'>,
): Promise<Data<'listBlockedWallets'>> {
  requireAction(ctx.actor, 'wallet.read');
  const filter = { network: query.type, list: query.list, position: readIdPosition(query) };
  const { shown, nextCursor } = cutPage(
    await listBlocked(ctx.db, filter, query.limit + 1),
    query.limit,
    query.sort,
  );
  const listedAt = await Promise.all(
    NETWORKS.map(async (network) => [
      network,
      (await readSanctionsDate(ctx.db, network))?.toISOString() ?? null,
    ]),
  );
  return {
    items: shown.map(presentBlocked),
    next_cursor: nextCursor,
    total: null,
    sanctions_listed_at: Object.fromEntries(listedAt),
  };
}
