import type { AgentState } from '@portside/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { AgentsTable } from './agents.tables.ts';

/** With his name, how many he brought, and what he has earned and was not paid. */
export type KnownAgentRow = Selectable<AgentsTable> & {
  readonly username: string;
  readonly users: bigint;
  readonly commission_micro: bigint | null;
};

const selectAgents = (db: Db) =>
  db
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.user_id')
    .leftJoin('ledger_accounts as commission', (join) =>
      join.onRef('commission.user_id', '=', 'agents.user_id').on('commission.kind', '=', 'commission'),
    )
    .selectAll('agents')
    .select(['users.username', 'commission.balance_micro as commission_micro'])
    .select((is) =>
      is
        .selectFrom('users as brought')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('brought.agent_id', '=', 'agents.user_id')
        .as('users'),
    )
    .$narrowType<{ users: bigint }>();

export const findAgent = (db: Db, userId: bigint): Promise<KnownAgentRow | undefined> =>
  selectAgents(db).where('agents.user_id', '=', userId).executeTakeFirst();

type Filter = {
  readonly part: string | undefined;
  readonly state: AgentState | undefined;
};

/** Newest users first. Agents are few: a part of a name is looked for in all of them, and the list is read whole. */
export const listAgentRows = (db: Db, { part, state }: Filter): Promise<KnownAgentRow[]> =>
  selectAgents(db)
    .$if(part !== undefined, (query) =>
      query.where((is) =>
        is.or([
          is('agents.platform_name', 'ilike', `%${escaped(part!)}%`),
          is('users.username', 'ilike', `${escaped(part!)}%`),
          is('agents.promotion_code', 'ilike', `${escaped(part!)}%`),
        ]),
      ),
    )
    .$if(state !== undefined, (query) => query.where('agents.state', '=', state!))
    .orderBy('agents.user_id', 'desc')
    .execute();

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
