import { formatMicro, type Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Selectable } from 'kysely';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { refuse } from '../../platform/refusal.ts';
import { listLines, listUserImportRows } from './user-imports.sql.ts';
import type { UserImportLinesTable } from './user-imports.tables.ts';

const COLUMNS: Columns<Selectable<UserImportLinesTable>> = {
  line: (line) => line.line,
  username: (line) => line.username,
  email: (line) => line.email,
  balance: (line) => formatMicro(line.balance_micro),
  created_at: (line) => line.registered_at?.toISOString() ?? null,
  agent: (line) => line.agent,
  outcome: (line) => line.outcome ?? 'waiting',
  user_id: (line) => line.user_id?.toString() ?? null,
};

/** Every line of a file and what became of it, in the file's order; the columns are those that an import reads. */
export async function exportUserImport(
  ctx: Ctx,
  { params }: Input<'exportUserImport'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'user.import');
  const id = BigInt(params.id);
  if ((await listUserImportRows(ctx.db, { id }, 1)).length === 0) refuse('notFound');
  return sendList(ctx, reply, {
    name: `user-import-${id}`,
    action: 'user.export',
    subject: `userImport:${id}`,
    query: {},
    columns: COLUMNS,
    readPage: async ({ limit, cursor = '0' }) => {
      const items = await listLines(ctx.db, id, Number(cursor), limit + 1);
      const shown = items.slice(0, limit);
      return { items: shown, next_cursor: items.length > limit ? String(shown.at(-1)!.line) : null };
    },
  });
}
