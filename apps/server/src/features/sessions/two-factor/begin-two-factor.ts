import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { beginTwoFactor as begin, type Enrolment } from '../../two-factor/index.ts';
import { requireOwnPassword } from '../password/require-own-password.ts';

type Asked = { readonly password: string; readonly address: string };

/** The own password first: a session that somebody left open must not lock its owner out. */
export async function beginTwoFactor(ctx: Ctx, { password, address }: Asked): Promise<Enrolment> {
  const { userId } = requireUser(ctx.actor);
  return begin(ctx, await requireOwnPassword(ctx, userId, { password, address }));
}
