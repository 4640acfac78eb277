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
import { pageReader, type SortedList } from '../../../platform/lists/page-reader.ts';
import { loadSettings, nameDays, resolvePeriod } from '../../settings/index.ts';
import { findUserByUsername } from '../../users/index.ts';
import {
  findHeldFor,
  type DepositFilter,
  type FoundDeposit,
  findBounds,
  findDeposits,
  findDepositsByAmount,
  findIdFrom,
  findDepositsByPart,
} from './search-deposits.sql.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FastifyReply } from 'fastify';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import type { Hex } from 'viem';
import { findPage, readId, type IdBounds } from '../../../platform/lists/by-id.ts';

/** Every transfer that ever reached our wallets, newest first unless asked otherwise. An unknown user has none. */
export async function listAllDeposits(
  { db }: Ctx,
  { query }: Input<'listAllDeposits'>,
): Promise<Data<'listAllDeposits'>> {
  const { limit, cursor, sort, type, state, tx_hash, username, with_dust, lost, from, to } = query;
  const readPage = pageReader(depositList, { cursor, sort });
  const user = username === undefined ? undefined : await findUserByUsername(db, username);
  if (username !== undefined && !user) return { items: [], next_cursor: null, total: null };
  const { depositDisplayMinimumMicro } = await loadSettings(db);
  const period = await resolvePeriod(db, { from, to });
  const filter = {
    network: type,
    state,
    ...(await findNamed(db, query)),
    owner: user && { userId: user.id, heldIds: await findHeldFor(db, user.id) },
    displayMinimumMicro: with_dust === 'true' || tx_hash !== undefined ? 0n : depositDisplayMinimumMicro,
    isLost: lost === 'true',
    from: period.from,
    to: period.to,
  };
  const { rows, next_cursor } = await readPage(db, filter, limit);
  return { items: rows.map(present), next_cursor, total: null };
}

/** Of hashes and addresses of which only a part is given, at most so many deposits are listed. */
const MOST_BY_PART = 500;

/** By a whole hash or sender, or else by the deposits that have the part in theirs. */
async function findNamed(
  db: Db,
  { tx_hash: hash, sender }: Input<'listAllDeposits'>['query'],
): Promise<Pick<DepositFilter, 'txHash' | 'senders' | 'ids'>> {
  const txHash = hash !== undefined && WHOLE_HASH.test(hash) ? parseTxHash(hash) : undefined;
  const senders = sender === undefined ? [] : addressesIn(sender);
  const parts = await Promise.all([
    hash === undefined || txHash ? null : findDepositsByPart(db, hash, 'hash', MOST_BY_PART),
    sender === undefined || senders.length > 0
      ? null
      : findDepositsByPart(db, sender, 'sender', MOST_BY_PART),
  ]);
  const [ids, ...others] = parts.filter((found) => found !== null);
  return {
    txHash,
    senders: senders.length > 0 ? senders : undefined,
    ids: ids?.filter((id) => others.every((other) => other.includes(id))),
  };
}

const WHOLE_HASH = /^(?:0x)?[0-9a-f]{64}$/i;

type Placed = Pick<FoundDeposit, 'network' | 'chain_id' | 'tx_hash' | 'ordinal' | 'block_number'>;

/** Where a transfer stands on its chain. */
export const presentPlace = ({ network, chain_id, tx_hash, ordinal, block_number }: Placed) => ({
  type: network,
  chain_id: Number(chain_id),
  tx_hash: formatTxHash(network, tx_hash),
  tx_url: explorerTxUrl(network, Number(chain_id), tx_hash),
  ordinal,
  block_number,
});

const present = (row: FoundDeposit): AdminDeposit => ({
  id: row.id.toString(),
  ...presentPlace(row),
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
  amount: { number: (deposit) => deposit.amount },
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
 * The addresses that the text means in any network's format, each once: EVM networks write the same one alike. None for a
 * text that is no whole address.
 */
export const addressesIn = (text: string): Hex[] => [
  ...new Set(NETWORKS.flatMap((network) => parseAddressOrNull(network, text) ?? [])),
];

/** Clocks of several machines differ, so ids and recording times may be out of order by about this many rows. */
const SKEW_ROWS = 1_000n;

/** Limits other than the usual ones, for tests. */
type TimeLimits = { readonly window?: bigint | undefined; readonly skew?: bigint | undefined };

/**
 * Deposits by recording time or amount. By time, dust may be almost every row, since it is cheap to send: where the
 * conditions have no index, the page may end before it is full.
 */
export const depositList: SortedList<DepositFilter, FoundDeposit, bigint, TimeLimits> = {
  readPlace: readId,
  writePlace: ({ id }) => String(id),
  amountOf: ({ amount_micro }) => amount_micro,
  findByAmount: findDepositsByAmount,
  async findByTime(db, filter, position, limit, { window, skew = SKEW_ROWS } = {}) {
    const all = await findBounds(db);
    if (all === null) return { rows: [], next: null };
    const isIndexed = hasIndex(filter);
    const bounds = isIndexed ? all : await boundsOfTime(db, all, filter, skew);
    const { shown, next } = await findPage(bounds, { position, limit, isIndexed, window }, (part, count) =>
      findDeposits(db, filter, part, position, count),
    );
    return { rows: shown, next: next === null ? null : String(next) };
  },
};

/**
 * Deposits of a transaction, sender or user, lost ones, and those waiting for a person, have an index ordered by id.
 */
const hasIndex = ({ txHash, ids, senders, owner, state, isLost }: DepositFilter): boolean =>
  isLost ||
  [txHash, ids, senders, owner].some((one) => one !== undefined) ||
  state === 'held' ||
  state === 'unmatched';

/** Ids ascend with the recording time, apart from the skew. */
async function boundsOfTime(
  db: Db,
  all: IdBounds,
  { from, to }: DepositFilter,
  skew: bigint,
): Promise<IdBounds> {
  const first = from === undefined ? all.lowest : ((await findIdFrom(db, from)) ?? all.highest) - skew;
  const last = to === undefined ? all.highest : ((await findIdFrom(db, justAfter(to))) ?? all.highest) + skew;
  return {
    lowest: first > all.lowest ? first : all.lowest,
    highest: last < all.highest ? last : all.highest,
  };
}

const justAfter = (time: Date): Date => new Date(time.getTime() + 1);
