import type { ErrorName } from '@portside/contract';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { recordSecurityEvent } from './record-security-event.ts';

type Call = {
  readonly name: string;
  readonly isForAdmins: boolean;
  readonly hasToken: boolean;
  /** A visitor until the caller is known. */
  readonly actor: Actor;
};

/** What never happens to an admin's page, only to someone who tries calls out. */
const SUSPICIOUS: ReadonlySet<ErrorName> = new Set(['noPermission', 'accountFrozen', 'secondPersonNeeded']);

/** Records a refused call where it may be a guess: a token that does not exist, or a call that only admins may make. */
export async function recordRefusal(ctx: Ctx, call: Call, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) return;
  const { name, isForAdmins, hasToken, actor } = call;
  const userId = actor.kind === 'user' ? actor.userId : null;
  if (error.reason === 'notSignedIn' && hasToken)
    await recordSecurityEvent(ctx, { kind: 'unknownToken', userId, call: name });
  else if (isForAdmins && SUSPICIOUS.has(error.reason))
    await recordSecurityEvent(ctx, { kind: 'adminCallRefused', userId, call: name });
}
