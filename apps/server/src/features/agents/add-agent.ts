import type { Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { newShortCode } from '../../platform/short-code.ts';
import { openCommissionAccount } from '../ledger/index.ts';
import { insertAgent, type AgentRow } from './agents.sql.ts';

export type NewAgent = {
  readonly userId: bigint;
  readonly platformName: string;
  readonly telegram: string;
  /** Of the sale, in hundredths of a percent; 0 where it is absent. */
  readonly commissionBasisPoints?: number;
};

/** Two clashes of a random code in a row are unlikely; three are a broken generator. */
const TRIES = 3;

/**
 * Makes a user an agent with a promotion code of their own and an empty commission account. Checks and audits nothing:
 * that is `createAgent`. Refuses a user who is an agent already (dataExists).
 */
export async function addAgent({ db, clock }: Ctx, agent: NewAgent): Promise<AgentRow> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const row = await insertAgent(db, {
      user_id: agent.userId,
      platform_name: agent.platformName,
      telegram: agent.telegram,
      commission_basis_points: agent.commissionBasisPoints ?? 0,
      promotion_code: newShortCode(),
      created_at: clock.now(),
    }).catch(refuseSecond);
    if (!row) continue;
    await openCommissionAccount(db, agent.userId);
    return row;
  }
  throw new Error('no free promotion code was found');
}

function refuseSecond(error: unknown): never {
  if (brokenConstraint(error) === 'agents_pkey') refuse('dataExists', 'an agent already');
  throw error;
}
