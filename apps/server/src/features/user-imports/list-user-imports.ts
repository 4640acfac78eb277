import {
  type Data,
  type Input,
  formatMicro,
  type UserImport,
  type UserImportState,
  type Decision,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  listUserImportRows,
  REJECTED,
  type UserImportRow,
  type UserImportLinesTable,
} from './user-imports.sql.ts';
import type { FastifyReply } from 'fastify';
import type { Selectable } from 'kysely';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { refuse } from '../../platform/refusal.ts';
import { findDecisions } from '../approvals/index.ts';
import type { AccountMovement } from '../ledger/index.ts';

/** Files of users, newest first. */
export async function listUserImports(
  { db }: Ctx,
  { query }: Input<'listUserImports'>,
): Promise<Data<'listUserImports'>> {
  const rows = await listUserImportRows(db, { before: readIdCursor(query.cursor) }, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map(presentUserImport), next_cursor: nextCursor, total: null };
}

export const presentUserImport = (row: UserImportRow): UserImport => ({
  id: row.id.toString(),
  file_name: row.file_name,
  lines: row.lines,
  users: row.users,
  total_balance: formatMicro(row.total_micro),
  state: stateOf(row),
  created: row.created,
  credited: formatMicro(row.credited_micro),
  skipped: row.skipped,
  proposed_by: row.proposer,
  approved_by: row.approver,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

function stateOf({ started_at, finished_at, proposal_state: state }: UserImportRow): UserImportState {
  if (finished_at !== null) return 'done';
  if (started_at !== null) return 'running';
  if (state === 'cooling') return 'cooling';
  return state !== null && REJECTED.has(state) ? 'rejected' : 'proposed';
}

const COLUMNS: Columns<Selectable<UserImportLinesTable>> = {
  line: (line) => line.line,
  username: (line) => line.username,
  email: (line) => line.email,
  balance: { number: (line) => formatMicro(line.balance_micro) },
  created_at: (line) => line.registered_at?.toISOString() ?? null,
  agent: (line) => line.agent,
  outcome: (line) => line.outcome ?? 'waiting',
  user_id: (line) => line.user_id?.toString() ?? null,
};

/** Every line of a file and what became of it, in the file's order; the columns are those that an import reads. */
export async function exportUserImport(
  ctx: Ctx,
  { params, query }: Input<'exportUserImport'>,
  reply: FastifyReply,
): Promise<unknown> {
  const id = BigInt(params.id);
  if ((await listUserImportRows(ctx.db, { id }, 1)).length === 0) refuse('notFound');
  return sendList(ctx, reply, {
    name: `user-import-${id}`,
    action: 'user.export',
    subject: `userImport:${id}`,
    query,
    columns: COLUMNS,
    readPage: async ({ limit, cursor = '0' }) => {
      const items = await listLines(ctx.db, id, Number(cursor), limit + 1);
      const shown = items.slice(0, limit);
      return { items: shown, next_cursor: items.length > limit ? String(shown.at(-1)!.line) : null };
    },
  });
}

/** Who proposed and approved each opening balance, by movement id. Its reference is the user. */
export async function findImportDecisions(
  ctx: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> {
  const openings = movements.filter(({ kind }) => kind === 'openingBalance');
  if (openings.length === 0) return new Map();
  const users = openings.map(({ reference }) => reference);
  const proposalOf = await findProposalsOfUsers(ctx.db, users);
  return findDecisions(
    ctx,
    new Map(
      openings.flatMap(({ id, reference }) => {
        const proposal = proposalOf.get(reference);
        return proposal === undefined ? [] : [[id, proposal]];
      }),
    ),
  );
}

/** The lines after that one, in the file's order. */
const listLines = (
  db: Db,
  id: bigint,
  after: number,
  limit: number,
): Promise<Selectable<UserImportLinesTable>[]> =>
  db
    .selectFrom('user_import_lines')
    .selectAll()
    .where('import_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();

/** The proposals of the imports that these users came by. */
async function findProposalsOfUsers(db: Db, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_import_lines')
    .innerJoin('user_imports', 'user_imports.id', 'import_id')
    .select(['user_id', 'proposal_id'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.flatMap(({ user_id: user, proposal_id: of }) => (user && of ? [[user, of]] : [])));
}
