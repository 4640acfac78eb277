import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { createAgent } from '../agents/index.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { createUser, findUserByUsername, hashNewPassword } from '../users/index.ts';
import type { SignIn } from './sandbox.sql.ts';

/**
 * Creates two owners, an agent and a buyer referred by the agent, each with a random password. Nobody has set up the
 * second owner, so they can approve what the first proposes.
 */
export async function seedPeople(ctx: Ctx): Promise<SignIn[]> {
  const owner = await createPerson(ctx, 'owner', { roleId: await ensureOwnerRole(ctx.db), agentId: null });
  const colleague = await seedColleague(ctx);
  const agent = await createPerson(ctx, 'agent', { roleId: null, agentId: null });
  await createAgent(ctx, {
    body: {
      username: agent.signIn.username,
      platform_name: 'Harbour Trade',
      telegram: '@harbour_trade',
      commission_percent: '0',
    },
  });
  const buyer = await createPerson(ctx, 'buyer', { roleId: null, agentId: agent.userId });
  return [owner.signIn, colleague, agent.signIn, buyer.signIn];
}

/** The second owner. A sandbox that began without one gets it too, under another name where that one is taken. */
export async function seedColleague(ctx: Ctx): Promise<SignIn> {
  const membership = { roleId: await ensureOwnerRole(ctx.db), agentId: null };
  const isTaken = (await findUserByUsername(ctx.db, 'colleague')) !== undefined;
  const username = isTaken ? `colleague-${randomBytes(3).toString('hex')}` : 'colleague';
  return (await createPerson(ctx, 'colleague', membership, username)).signIn;
}

type Membership = { readonly roleId: bigint | null; readonly agentId: bigint | null };

async function createPerson(
  ctx: Ctx,
  role: SignIn['role'],
  membership: Membership,
  username: string = role,
): Promise<{ userId: bigint; signIn: SignIn }> {
  const password = randomBytes(12).toString('base64url');
  const user = await createUser(ctx, {
    username,
    email: `${username}@sandbox.example`,
    passwordHash: await hashNewPassword(password, { isAdmin: membership.roleId !== null }),
    language: 'en',
    ...membership,
  });
  return { userId: user.id, signIn: { role, username, password } };
}
