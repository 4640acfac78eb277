import { explorerTxUrl, formatAddress, formatTxHash, parseTxHash, parseAddressOrNull } from '@portside/chain';
import {
  formatMicro,
  type AdminDeposit,
  type Data,
  type Input,
  type Language,
  NETWORKS,
} from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import { loadSettings, nameDays, resolvePeriod } from '../../settings/index.ts';
import { findUserByUsername } from '../../users/index.ts';
import { findHeldFor, type FoundDeposit } from './search-deposits.sql.ts';
import { depositList } from './search-deposits.ts';
import type { FastifyReply } from 'fastify';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import type { Hex } from 'viem';
import { refuse } from '../../../platform/refusal.ts';

/** Every transfer that ever reached our wallets, newest first unless asked otherwise. An unknown user has none. */
export async function listAllDeposits(
  { db }: Ctx,
  { query }: Input<'listAllDeposits'>,
): Promise<Data<'listAllDeposits'>> {
  const { limit, cursor, sort, type, state, tx_hash, sender, username, with_dust, lost, from, to } = query;
  const readPage = pageReader(depositList, { cursor, sort });
  const user = username === undefined ? undefined : await findUserByUsername(db, username);
  if (username !== undefined && !user) return { items: [], next_cursor: null, total: null };
  const { depositDisplayMinimumMicro } = await loadSettings(db);
  const period = await resolvePeriod(db, { from, to });
  const filter = {
    network: type,
    state,
    txHash: tx_hash === undefined ? undefined : parseTxHash(tx_hash),
    senders: sender === undefined ? undefined : parseAnyAddress(sender),
    owner: user && { userId: user.id, heldIds: await findHeldFor(db, user.id) },
    displayMinimumMicro: with_dust === 'true' || tx_hash !== undefined ? 0n : depositDisplayMinimumMicro,
    isLost: lost === 'true',
    from: period.from,
    to: period.to,
  };
  const { rows, next_cursor } = await readPage(db, filter, limit);
  return { items: rows.map(present), next_cursor, total: null };
}

const present = (row: FoundDeposit): AdminDeposit => ({
  id: row.id.toString(),
  type: row.network,
  chain_id: Number(row.chain_id),
  tx_hash: formatTxHash(row.network, row.tx_hash),
  tx_url: explorerTxUrl(row.network, Number(row.chain_id), row.tx_hash),
  ordinal: row.ordinal,
  block_number: row.block_number,
  block_time: row.block_time.toISOString(),
  sender_address: formatAddress(row.network, row.from_address),
  receiver_address: formatAddress(row.network, row.to_address),
  amount: formatMicro(row.amount_micro),
  state: row.state,
  held_reason: row.held_reason,
  username: row.username,
  order_id: row.order_id,
  recorded_at: row.recorded_at.toISOString(),
});

const columnsIn = (language: Language): Columns<AdminDeposit> => ({
  id: (deposit) => deposit.id,
  recorded_at: (deposit) => deposit.recorded_at,
  network: (deposit) => deposit.type,
  chain_id: (deposit) => deposit.chain_id,
  tx_hash: (deposit) => deposit.tx_hash,
  ordinal: (deposit) => deposit.ordinal,
  block_number: (deposit) => deposit.block_number,
  block_time: (deposit) => deposit.block_time,
  sender_address: (deposit) => deposit.sender_address,
  receiver_address: (deposit) => deposit.receiver_address,
  amount: (deposit) => deposit.amount,
  state: (deposit) => deposit.state,
  held_reason: ({ held_reason: reason }) => reason && describeFindings(language, [reason]),
  username: (deposit) => deposit.username,
  order_id: (deposit) => deposit.order_id,
});

/** The deposits of a filter as a file, newest first. */
export const exportDeposits = async (
  ctx: Ctx,
  { query }: Input<'exportDeposits'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'deposits',
    days: await nameDays(ctx.db, query),
    action: 'deposit.export',
    subject: 'deposit',
    query,
    columns: columnsIn(ctx.language),
    readPage: (page) => listAllDeposits(ctx, { query: { ...query, ...page } }),
  });

/**
 * The addresses that the text means in any network's format, each once: EVM networks write the same one alike. Refuses
 * a text that is no address (invalidFormat).
 */
export function parseAnyAddress(text: string): Hex[] {
  const found = NETWORKS.flatMap((network) => parseAddressOrNull(network, text) ?? []);
  return found.length > 0 ? [...new Set(found)] : refuse('invalidFormat', 'no address');
}
