import type { Ctx } from './context.ts';
import { refuse } from './refusal.ts';

const FRESH_MS = 5 * 60_000;

/**
 * Protects actions from a stolen session: refuses a user with a second factor whose last code is older than five
 * minutes (freshCodeNeeded). Users without one pass; in production no admin is without.
 */
export function requireFreshCode({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>): void {
  if (actor.kind !== 'user' || actor.codeAt === null) return;
  if (clock.now().getTime() - actor.codeAt.getTime() > FRESH_MS) refuse('freshCodeNeeded');
}
