import { NETWORKS, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/http/page-by-id.ts';
import { listFetches, type SanctionsFetchRow } from './sanctions-fetches.sql.ts';
import type { SanctionsSources } from './sanctions-sources.ts';
import { presentBlocked } from './wallets.present.ts';
import { listBlocked, readSanctionsDate } from './wallets.sql.ts';

/** Wallets of every list, newest first unless sorted otherwise. */
export async function listBlockedWallets(
  ctx: Ctx,
  { query }: Input<'listBlockedWallets'>,
  sources: SanctionsSources = {},
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
    sanctions_fetches: await presentFetches(ctx, sources),
  };
}

/** One for each network whose list is read by itself, also before the first time. */
async function presentFetches(
  { db }: Ctx,
  sources: SanctionsSources,
): Promise<Data<'listBlockedWallets'>['sanctions_fetches']> {
  const rows = new Map((await listFetches(db)).map((row) => [row.network, row]));
  return NETWORKS.flatMap((type) => {
    const urls = sources[type];
    if (!urls) return [];
    const row: SanctionsFetchRow | undefined = rows.get(type);
    return [
      {
        type,
        hosts: [...new Set(urls.map((url) => new URL(url).host))],
        tried_at: row?.tried_at.toISOString() ?? null,
        listed: row?.listed ?? null,
        sha256: row?.sha256 ?? null,
        problem: row?.problem ?? null,
      },
    ];
  });
}
