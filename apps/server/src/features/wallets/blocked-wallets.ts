import { NETWORKS, type Data, type Input, type BlockedWallet, type Network } from '@portside/contract';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/lists/by-id.ts';
import {
  listFetches,
  type SanctionsFetchRow,
  listBlocked,
  readSanctionsDate,
  type BlockedWalletRow,
  deleteOwnBlocked,
  insertBlocked,
} from './wallets.sql.ts';
import { formatAddress, parseWallet } from '@portside/chain';
import type { Hex } from 'viem';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../platform/http/send-list.ts';

/** Wallets of every list, newest first unless sorted otherwise. */
export async function listBlockedWallets(
  ctx: Ctx,
  { query }: Input<'listBlockedWallets'>,
  sources: SanctionsSources = {},
): Promise<Data<'listBlockedWallets'>> {
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

const presentBlocked = (row: BlockedWalletRow): BlockedWallet => ({
  id: row.id.toString(),
  type: row.network,
  address: formatAddress(row.network, row.address),
  list: row.list,
  note: row.note,
  created_at: row.created_at.toISOString(),
});

/** Where each network's sanctions list is read from by itself; a network that is not named has none. */
export type SanctionsSources = Readonly<Partial<Record<Network, readonly string[]>>>;

/**
 * Adds a wallet to the operator's own list. Refuses an invalid address (invalidFormat) and a listed wallet
 * (dataExists).
 */
export async function blockWallet(ctx: Ctx, { body }: Input<'blockWallet'>): Promise<BlockedWallet> {
  const { type, note } = body;
  const address = parseAddressField(type, body.address, 'address');
  return inTransaction(ctx, async (step) => {
    const wallet = { network: type, address, list: 'own', note, created_at: step.clock.now() } as const;
    const row = (await insertBlocked(step.db, wallet)) ?? refuse('dataExists');
    const shown = presentBlocked(row);
    const after = { type, address: shown.address, note };
    await recordAudit(step, { action: 'wallet.block', subject: `wallet:${row.id}`, after });
    return shown;
  });
}

/**
 * Removes a wallet from the operator's own list. Refuses one that is not on it (notFound), so also a sanctioned one.
 */
export async function unblockWallet(ctx: Ctx, id: bigint): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { type, address, note } = presentBlocked(
      (await deleteOwnBlocked(step.db, id)) ?? refuse('notFound'),
    );
    const before = { type, address, note };
    await recordAudit(step, { action: 'wallet.unblock', subject: `wallet:${id}`, before });
  });
}

/** The 20 bytes of an address in the network's format. Refuses anything else (invalidFormat), naming the field. */
export function parseAddressField(type: Network, text: string, field: string): Hex {
  try {
    return parseWallet(type, text);
  } catch (error) {
    const detail = `${text.slice(0, 64)}: ${(error as Error).message}`;
    throw new Refusal('invalidFormat', detail, [{ field, fault: 'wrong' }]);
  }
}

const COLUMNS: Columns<BlockedWallet> = {
  id: (wallet) => wallet.id,
  created_at: (wallet) => wallet.created_at,
  network: (wallet) => wallet.type,
  address: (wallet) => wallet.address,
  list: (wallet) => wallet.list,
  note: (wallet) => wallet.note,
};

/** The block lists as a CSV file, newest first. */
export const exportBlockedWallets = (
  ctx: Ctx,
  { query }: Input<'exportBlockedWallets'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'blocked-wallets',
    action: 'wallet.export',
    subject: 'wallet',
    query,
    columns: COLUMNS,
    readPage: (page) => listBlockedWallets(ctx, { query: { ...query, ...page } }),
  });
