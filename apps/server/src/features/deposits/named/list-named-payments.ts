import { formatAddress, formatTxHash } from '@portside/chain';
import type { AdminNamedPayment, Data, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldColumns, sendList, type Columns } from '../../../platform/http/send-list.ts';
import { cutPage, readIdCursor } from '../../../platform/lists/by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentNamed } from './name-payment.ts';
import { NOBODY, type NamedPaymentRow } from './named-payments.sql.ts';

/** What needs a person: it cannot be credited by itself, nor claimed by its sender, and nobody has decided on it. */
const isOpen = sql<boolean>`(n.reviewed_at is null and (n.state in ('otherNetwork', 'otherToken', 'coin')
  or (n.state = 'unmatched' and n.sender_address = ${NOBODY} and exists (
    select from deposits where deposits.tx_hash = n.tx_hash and deposits.state = 'unmatched'))))`;

type ListedRow = NamedPaymentRow & {
  readonly username: string;
  readonly reviewer: string | null;
  readonly is_open: boolean;
};

const selectNamed = (db: Db) =>
  db
    .selectFrom('named_payments as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .leftJoin('users as r', 'r.id', 'n.reviewed_by')
    .selectAll('n')
    .select(['u.username', 'r.username as reviewer', isOpen.as('is_open')]);

/** Transactions that buyers named as their payments, newest first, with what each was. */
export async function listNamedPayments(
  ctx: Ctx,
  { query: { state, username, cursor, limit } }: Input<'listNamedPayments'>,
): Promise<Data<'listNamedPayments'>> {
  const before = readIdCursor(cursor);
  let rows = selectNamed(ctx.db)
    .orderBy('n.id', 'desc')
    .limit(limit + 1);
  if (before !== undefined) rows = rows.where('n.id', '<', before);
  if (state === 'open') rows = rows.where(isOpen);
  if (state === 'reviewed') rows = rows.where('n.reviewed_at', 'is not', null);
  if (username !== undefined)
    rows = rows.where(sql<boolean>`starts_with(lower(u.username), lower(${username}))`);
  const { shown, nextCursor } = cutPage(await rows.execute(), limit);
  return { items: await present(ctx, shown), next_cursor: nextCursor, total: null };
}

/** Saves a note on a named transaction. Refuses one that needs nobody (notFound). */
export async function reviewNamedPayment(
  ctx: Ctx,
  { params, body }: Input<'reviewNamedPayment'>,
): Promise<AdminNamedPayment> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, actor, clock } = step;
    const find = () => selectNamed(db).where('n.id', '=', id).executeTakeFirst();
    if (!(await find())?.is_open) refuse('notFound');
    await db
      .updateTable('named_payments')
      .set({
        reviewed_by: actor.kind === 'user' ? actor.userId : null,
        reviewed_at: clock.now(),
        review: body.reason,
      })
      .where('id', '=', id)
      .where('reviewed_at', 'is', null)
      .execute();
    const [named] = await present(step, [(await find())!]);
    const { username, tx_hash, payment } = named!;
    await recordAudit(step, {
      action: 'namedPayment.review',
      subject: `namedPayment:${id}`,
      after: { username, tx_hash, state: payment?.state ?? null, review: body.reason },
    });
    return named!;
  });
}

async function present(ctx: Ctx, rows: readonly ListedRow[]): Promise<AdminNamedPayment[]> {
  const paymentOf = await presentNamed(
    ctx,
    rows.map(({ user_id: userId, tx_hash: txHash }) => ({ userId, txHash })),
  );
  return rows.map((row) => {
    const network = row.network ?? row.named_network;
    const address = (hex: Hex | null) => hex && formatAddress(network, hex);
    return {
      id: row.id.toString(),
      username: row.username,
      tx_hash: formatTxHash(network, row.tx_hash),
      named_type: row.named_network,
      order_id: row.order_id,
      named_at: row.named_at.toISOString(),
      payment: paymentOf({ userId: row.user_id, txHash: row.tx_hash }),
      token_address: address(row.token_address),
      sender_address: address(row.sender_address),
      receiver_address: address(row.receiver_address),
      is_open: row.is_open,
      reviewed_by: row.reviewer,
      reviewed_at: row.reviewed_at?.toISOString() ?? null,
      review: row.review,
    };
  });
}

const fields = fieldColumns<AdminNamedPayment>;
const columns: Columns<AdminNamedPayment> = {
  ...fields('id', 'named_at', 'username'),
  named_for: (named) => named.named_type,
  ...fields('order_id', 'tx_hash'),
  network: (named) => named.payment?.type ?? null,
  state: (named) => named.payment?.state ?? 'notSeen',
  amount: { number: (named) => named.payment?.amount ?? null },
  ...fields('token_address', 'sender_address', 'receiver_address'),
  open: (named) => named.is_open,
  ...fields('reviewed_by', 'reviewed_at', 'review'),
};

/** Named transactions as a file, newest first. */
export const exportNamedPayments = (
  ctx: Ctx,
  { query }: Input<'exportNamedPayments'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'named-payments',
    action: 'namedPayment.export',
    subject: 'namedPayment',
    query,
    columns,
    readPage: (page) => listNamedPayments(ctx, { query: { ...query, ...page } }),
  });

/** Counts named transactions that need a person, with the oldest one's time; null where there are none. */
export async function countOpenNamedPayments(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(named_at) as since from named_payments n where ${isOpen}`.execute(db);
  return toBacklog(rows[0]);
}
