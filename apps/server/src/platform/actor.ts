import { refuse } from './refusal.ts';

/** Who acts. Admins are users with a role; agents are users with an agent's page. */
export type Actor =
  | { readonly kind: 'visitor' }
  | UserActor
  | { readonly kind: 'system'; readonly job: string };

export type UserActor = {
  readonly kind: 'user';
  readonly userId: bigint;
  readonly sessionId: bigint;
  readonly isAdmin: boolean;
  readonly actions: ReadonlySet<string>;
};

export const visitor: Actor = { kind: 'visitor' };

export const systemActor = (job: string): Actor => ({ kind: 'system', job });

/** The signed-in user; refuses everybody else. */
export function requireUser(actor: Actor): UserActor {
  return actor.kind === 'user' ? actor : refuse('notSignedIn');
}

/** Jobs and the sandbox seed may do what an admin with that action may do. */
export function requireAction(actor: Actor, action: string): void {
  if (actor.kind === 'system') return;
  if (!requireUser(actor).actions.has(action)) refuse('noPermission', action);
}
