import { refuse } from './refusal.ts';

/** Who acts. Admins are users with a role; agents are users with an agent's page. */
export type Actor =
  | { readonly kind: 'visitor' }
  | UserActor
  | TicketActor
  | { readonly kind: 'system'; readonly job: string };

export type UserActor = {
  readonly kind: 'user';
  readonly userId: bigint;
  readonly sessionId: bigint;
  readonly isAdmin: boolean;
  /** Why an admin may not act as one yet; the actions are none then. */
  readonly notReady: 'passwordChangeNeeded' | 'twoFactorMissing' | null;
  readonly actions: ReadonlySet<string>;
  /** When this session last proved itself by a two-factor code; null where the user has no second factor. */
  readonly codeAt: Date | null;
};

/** Whoever opened a one-time ticket: may show and pay one top-up of its buyer, and nothing else. */
export type TicketActor = { readonly kind: 'ticket'; readonly userId: bigint; readonly rechargeId: bigint };

export const visitor: Actor = { kind: 'visitor' };

export const systemActor = (job: string): Actor => ({ kind: 'system', job });

/** The signed-in user; refuses everybody else. */
export function requireUser(actor: Actor): UserActor {
  return actor.kind === 'user' ? actor : refuse('notSignedIn');
}

/** Whose top-ups may be paid, and which one only; null for all of them. Refuses everybody else. */
export function requirePayer(actor: Actor): { userId: bigint; rechargeId: bigint | null } {
  if (actor.kind === 'ticket') return actor;
  return { userId: requireUser(actor).userId, rechargeId: null };
}

/** Refuses who has no role, and who has one but may not use it yet. */
export function requireAdmin(actor: Actor): void {
  if (actor.kind === 'system') return;
  const { isAdmin, notReady } = requireUser(actor);
  if (!isAdmin) refuse('noPermission', 'no admin');
  if (notReady !== null) refuse(notReady);
}

/** Whether somebody may; for showing less rather than refusing. */
export const holdsAction = (actor: Actor, action: string): boolean =>
  actor.kind === 'system' || (actor.kind === 'user' && actor.actions.has(action));

/** Jobs and the sandbox seed may do what an admin with that action may do. */
export function requireAction(actor: Actor, action: string): void {
  if (actor.kind === 'system') return;
  const { actions, notReady } = requireUser(actor);
  if (!actions.has(action)) refuse(notReady ?? 'noPermission', action);
}
