import type { Ctx } from './context.ts';
import { refuse } from './refusal.ts';

const FRESH_MS = 5 * 60_000;

/**
 * For what a stolen session must not do: refuses who has a second factor and has not proved it within five
 * minutes. Who has none passes; in production that is no admin.
 */
export function requireFreshCode({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>): void {
  if (actor.kind !== 'user' || actor.codeAt === null) return;
  if (clock.now().getTime() - actor.codeAt.getTime() > FRESH_MS) refuse('freshCodeNeeded');
}
