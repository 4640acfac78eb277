import type { AgentState } from '@portside/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { AgentsTable } from './agents.tables.ts';

/** With the username, how many users the agent referred, and the unpaid commission. */
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
        .selectFrom('users as referred')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('referred.agent_id', '=', 'agents.user_id')
        .as('users'),
    )
    .$narrowType<{ users: bigint }>();

export const findAgent = (db: Db, userId: bigint): Promise<KnownAgentRow | undefined> =>
  selectAgents(db).where('agents.user_id', '=', userId).executeTakeFirst();

type Filter = {
  readonly text: string | undefined;
  readonly state: AgentState | undefined;
};

/** Newest users first. Agents are few, so all of them are searched for the text, and the list is read as a whole. */
export const listAgentRows = (db: Db, { text, state }: Filter): Promise<KnownAgentRow[]> =>
  selectAgents(db)
    .$if(text !== undefined, (query) =>
      query.where((is) =>
        is.or([
          is('agents.platform_name', 'ilike', `%${escaped(text!)}%`),
          is('users.username', 'ilike', `${escaped(text!)}%`),
          is('agents.promotion_code', 'ilike', `${escaped(text!)}%`),
        ]),
      ),
    )
    .$if(state !== undefined, (query) => query.where('agents.state', '=', state!))
    .orderBy('agents.user_id', 'desc')
    .execute();

const escaped = (pattern: string): string => pattern.replace(/[\\%_]/g, '\\$&');
