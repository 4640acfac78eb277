import type { Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList } from '../../platform/http/send-list.ts';
import { MOVEMENT_COLUMNS } from '../ledger/index.ts';
import { listMovements } from './list-movements.ts';

/** Everything that moved a user's balance as a file, newest first. */
export const exportMovements = (
  ctx: Ctx,
  { params }: Input<'exportMovements'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: `movements-${params.id}`,
    columns: MOVEMENT_COLUMNS,
    readPart: (part) => listMovements(ctx, { params, query: part }),
  });
