import { explorerTxUrl, formatAddress, formatTxHash, parseTxHash } from '@portside/chain';
import { formatMicro, type AdminDeposit, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import { loadSettings } from '../../settings/index.ts';
import { findUserByUsername } from '../../users/index.ts';
import { parseAnyAddress } from './parse-any-address.ts';
import { findHeldFor, type FoundDeposit } from './search-deposits.sql.ts';
import { depositPageReader } from './page-reader.ts';

/** Every transfer that ever reached our wallets, newest first unless asked otherwise. An unknown user has none. */
export async function listAllDeposits(
  { db, actor }: Ctx,
  { query }: Input<'listAllDeposits'>,
): Promise<Data<'listAllDeposits'>> {
  requireAction(actor, 'deposit.read');
  const { limit, cursor, sort, type, state, tx_hash, sender, username, with_dust, lost, from, to } = query;
  const readPage = depositPageReader(sort, readCursor({ cursor, sort }));
  const user = username === undefined ? undefined : await findUserByUsername(db, username);
  if (username !== undefined && !user) return { items: [], next_cursor: null, total: null };
  const { depositDisplayMinimumMicro } = await loadSettings(db);
  const filter = {
    network: type,
    state,
    txHash: tx_hash === undefined ? undefined : parseTxHash(tx_hash),
    senders: sender === undefined ? undefined : parseAnyAddress(sender),
    owner: user && { userId: user.id, heldIds: await findHeldFor(db, user.id) },
    displayMinimumMicro: with_dust === 'true' || tx_hash !== undefined ? 0n : depositDisplayMinimumMicro,
    isLost: lost === 'true',
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  const { rows, next } = await readPage(db, filter, limit);
  return {
    items: rows.map(present),
    next_cursor: next === null ? null : writeCursor(next, sort),
    total: null,
  };
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
