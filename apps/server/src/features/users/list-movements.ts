import { type Data, type Decision, type Input, type MovementDetails } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  listAvailableMovements,
  presentMovement,
  type AccountMovement,
  MOVEMENT_COLUMNS,
} from '../ledger/index.ts';
import { findUser } from './users.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../platform/http/send-list.ts';

/** What higher features know of movements, by movement id. */
export type MovementLookups = {
  /** The order that was paid or refunded. */
  findOrderNos(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, string>>;
  /** Who proposed and approved a manual movement. */
  findDecisions(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, Decision>>;
};

/** The movements of a user's balance, newest first. Refuses an unknown user (notFound). */
export async function listMovements(
  ctx: Ctx,
  lookups: MovementLookups,
  { params, query }: Input<'listMovements'>,
): Promise<Data<'listMovements'>> {
  const user = (await findUser(ctx.db, BigInt(params.id))) ?? refuse('notFound');
  const before = readIdCursor(query.cursor);
  const rows = await listAvailableMovements(ctx.db, user.id, { before, limit: query.limit + 1 });
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const [orderNos, decisions] = await Promise.all([
    lookups.findOrderNos(ctx, shown),
    lookups.findDecisions(ctx, shown),
  ]);
  const items = shown.map((row) => ({
    ...presentMovement(row),
    order_no: orderNos.get(row.id) ?? null,
    decision: decisions.get(row.id) ?? null,
  }));
  return { items, next_cursor: nextCursor, total: null };
}

const COLUMNS: Columns<MovementDetails> = {
  ...MOVEMENT_COLUMNS,
  order_no: (movement) => movement.order_no,
  proposed_by: ({ decision }) => decision?.proposed_by ?? null,
  approved_by: ({ decision }) => decision?.approved_by ?? null,
  reason: ({ decision }) => decision?.reason ?? null,
};

/** All movements of a user's balance as a CSV file, newest first. */
export const exportMovements = (
  ctx: Ctx,
  lookups: MovementLookups,
  { params, query }: Input<'exportMovements'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: `movements-${params.id}`,
    action: 'balance.export',
    subject: `user:${params.id}`,
    query,
    columns: COLUMNS,
    readPage: (page) => listMovements(ctx, lookups, { params, query: page }),
  });
