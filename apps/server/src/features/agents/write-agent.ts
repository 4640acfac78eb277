import { parsePercent } from '@portside/contract/wire/percent';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Agent, AuditAction, CommissionTier, Input, UserDetails } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUserByUsername, findUser, getUserDetails } from '../users/index.ts';
import { getAgent, presentAgent, type KnownAgentRow } from './read-agents.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { newShortCode } from '../../platform/tokens.ts';
import { openCommissionAccount } from '../ledger/index.ts';
import type { AgentRow } from './agents.sql.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';

/**
 * Makes a user an agent. Commission is money, so it takes a fresh code. Refuses an unknown or closed profile
 * (userDoesNotExist) and a user who is an agent already (dataExists).
 */
export async function createAgent(ctx: Ctx, { body }: Input<'createAgent'>): Promise<Agent> {
  return inTransaction(ctx, async (step) => {
    const user = await findUserByUsername(step.db, body.username);
    if (!user || user.status === 'closed') return refuse('userDoesNotExist');
    await addAgent(step, {
      userId: user.id,
      platformName: body.platform_name,
      telegram: body.telegram,
      commissionBasisPoints: parsePercent(body.commission_percent),
      commissionTiers: body.commission_tiers,
    });
    return auditAgent(step, 'agent.create', null, await getAgent(step, user.id));
  });
}

export type NewAgent = {
  readonly userId: bigint;
  readonly platformName: string;
  readonly telegram: string;
  /** Of the sale, in hundredths of a percent; 0 if absent. */
  readonly commissionBasisPoints?: number;
  /** The shop's if absent or null. */
  readonly commissionTiers?: readonly CommissionTier[] | null;
};

/** Two clashes of a random code in a row are unlikely; three are a broken generator. */
const TRIES = 3;

/**
 * Makes a user an agent with a promotion code of their own and an empty commission account. Checks and audits nothing:
 * that is `createAgent`. Refuses a user who is an agent already (dataExists).
 */
export async function addAgent({ db, clock }: Ctx, agent: NewAgent): Promise<AgentRow> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const row = await db
      .insertInto('agents')
      .values({
        user_id: agent.userId,
        platform_name: agent.platformName,
        telegram: agent.telegram,
        commission_basis_points: agent.commissionBasisPoints ?? 0,
        commission_tiers: storedTiers(agent.commissionTiers ?? null),
        promotion_code: newShortCode(),
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column('promotion_code').doNothing())
      .returningAll()
      .executeTakeFirst()
      .catch(refuseSecond);
    if (!row) continue;
    await openCommissionAccount(db, agent.userId);
    return row;
  }
  throw new Error('no free promotion code was found');
}

const storedTiers = (tiers: readonly CommissionTier[] | null): string | null =>
  tiers && JSON.stringify(tiers);

function refuseSecond(error: unknown): never {
  if (brokenConstraint(error) === 'agents_pkey') refuse('dataExists', 'an agent already');
  throw error;
}

/**
 * Replaces an agent's name, contact, rate and state. The promotion code never changes: it is printed and remembered.
 * Refuses an unknown agent (agentNotFound).
 */
export async function updateAgent(ctx: Ctx, { params, body }: Input<'updateAgent'>): Promise<Agent> {
  return inTransaction(ctx, async (step) => {
    const before = await getAgent(step, BigInt(params.id));
    await step.db
      .updateTable('agents')
      .set({
        platform_name: body.platform_name,
        telegram: body.telegram,
        commission_basis_points: parsePercent(body.commission_percent),
        commission_tiers: storedTiers(body.commission_tiers),
        state: body.state,
      })
      .where('user_id', '=', before.user_id)
      .execute();
    return auditAgent(step, 'agent.update', before, await getAgent(step, before.user_id));
  });
}

/** Serialises changes of who referred whom. */
const REFERRALS_LOCK = 7_020;

/**
 * Sets the agent who referred a user (null: nobody); counts for sales from now on. Refuses an unknown user (notFound) or
 * agent (agentNotFound), and an agent who is the user or whom the user referred, directly or through others
 * (referralRing): both would earn on what they buy themselves.
 */
export async function setUserAgent(ctx: Ctx, userId: bigint, agentId: bigint | null): Promise<UserDetails> {
  return inTransaction(ctx, async (step) => {
    await sql`select pg_advisory_xact_lock(${REFERRALS_LOCK})`.execute(step.db);
    const user = (await findUser(step.db, userId)) ?? refuse('notFound');
    if (agentId !== null) {
      await getAgent(step, agentId);
      if (await isReferredBy(step.db, agentId, userId)) refuse('referralRing');
    }
    // Commissions earned before stay with the former agent.
    await step.db.updateTable('users').set({ agent_id: agentId }).where('id', '=', userId).execute();
    await recordAudit(step, {
      action: 'user.agent',
      subject: `user:${userId}`,
      before: { agent: user.agent_id },
      after: { agent: agentId },
    });
    return getUserDetails(step.db, userId);
  });
}

/** Records a change of an agent in the audit log and returns the agent as presented. */
async function auditAgent(
  ctx: Ctx,
  action: AuditAction,
  before: KnownAgentRow | null,
  after: KnownAgentRow,
): Promise<Agent> {
  const subject = `agent:${after.user_id}`;
  await recordAudit(ctx, { action, subject, before: before && factsOf(before), after: factsOf(after) });
  return presentAgent(after);
}

function factsOf(row: KnownAgentRow) {
  const { platform_name, promotion_code, telegram, commission_percent, commission_tiers, state } =
    presentAgent(row);
  const tiers = commission_tiers?.map(({ from, percent }) => `${from}: ${percent}`).join(', ') ?? null;
  return { platform_name, promotion_code, telegram, commission_percent, commission_tiers: tiers, state };
}

/** Whether the user is the agent, or referred the agent, directly or through others. */
async function isReferredBy(db: Db, agentId: bigint, userId: bigint): Promise<boolean> {
  // `union` drops repeated rows, so the recursion ends even in a ring.
  const { rows } = await sql`
    with recursive referrers (id) as (
      select ${agentId}::bigint
      union
      select u.agent_id from users u join referrers r on u.id = r.id where u.agent_id is not null)
    select from referrers where id = ${userId}`.execute(db);
  return rows.length > 0;
}
