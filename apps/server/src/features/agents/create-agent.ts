import type { Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { insertAgent, type AgentRow } from './agents.sql.ts';
import { newPromotionCode } from './promotion-code.ts';

export type NewAgent = { readonly userId: bigint; readonly platformName: string; readonly telegram: string };

/** One code in 10¹² is taken; a second clash in a row would be a broken generator. */
const TRIES = 3;

/** Makes a user an agent, with a promotion code of his own. Refuses one who is an agent already. */
export async function createAgent({ db, clock }: Ctx, agent: NewAgent): Promise<AgentRow> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const row = await insertAgent(db, {
      user_id: agent.userId,
      platform_name: agent.platformName,
      telegram: agent.telegram,
      promotion_code: newPromotionCode(),
      created_at: clock.now(),
    }).catch(refuseSecond);
    if (row) return row;
  }
  throw new Error('no free promotion code was found');
}

function refuseSecond(error: unknown): never {
  if (brokenConstraint(error) === 'agents_pkey') refuse('dataExists', 'an agent already');
  throw error;
}
