import type { Input, MovementDetails } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { MOVEMENT_COLUMNS } from '../ledger/index.ts';
import { listMovements, type MovementLookups } from './list-movements.ts';

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
  { params }: Input<'exportMovements'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: `movements-${params.id}`,
    action: 'balance.export',
    subject: `user:${params.id}`,
    query: {},
    columns: COLUMNS,
    readPage: (page) => listMovements(ctx, lookups, { params, query: page }),
  });
