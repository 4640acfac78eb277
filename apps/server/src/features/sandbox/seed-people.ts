import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { createAgent } from '../agents/index.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { createUser, hashNewPassword } from '../users/index.ts';
import type { SignIn } from './sandbox.sql.ts';

/** Creates an owner, an agent and a buyer referred by the agent, each with a random password. */
export async function seedPeople(ctx: Ctx): Promise<SignIn[]> {
  const owner = await createPerson(ctx, 'owner', { roleId: await ensureOwnerRole(ctx.db), agentId: null });
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
  return [owner, agent, buyer].map(({ signIn }) => signIn);
}

type Membership = { readonly roleId: bigint | null; readonly agentId: bigint | null };

async function createPerson(
  ctx: Ctx,
  role: SignIn['role'],
  membership: Membership,
): Promise<{ userId: bigint; signIn: SignIn }> {
  const password = randomBytes(12).toString('base64url');
  const user = await createUser(ctx, {
    username: role,
    email: `${role}@sandbox.example`,
    passwordHash: await hashNewPassword(password, { isAdmin: membership.roleId !== null }),
    language: 'en',
    ...membership,
  });
  return { userId: user.id, signIn: { role, username: role, password } };
}
