import { refuse } from './refusal.ts';

/** Who acts. Admins are users with a role; agents are users with an agent page. */
export type Actor =
  | { readonly kind: 'visitor' }
  | UserActor
  | TicketActor
  | BlockedActor
  | { readonly kind: 'system'; readonly job: string };

export type UserActor = {
  readonly kind: 'user';
  readonly userId: bigint;
  readonly sessionId: bigint;
  readonly isAdmin: boolean;
  /** What an admin must do before acting as one; until then they have no permissions. */
  readonly notReady: 'passwordChangeNeeded' | 'twoFactorMissing' | null;
  readonly actions: ReadonlySet<string>;
  /** When a two-factor code was last given in this session; null if the user has no second factor. */
  readonly codeAt: Date | null;
  /** The API key that the call was made with; absent in a session. */
  readonly key?: ActingKey;
};

/** What an API key may do, as it is now. */
export type ActingKey = {
  readonly id: bigint;
  readonly scopes: ReadonlySet<string>;
  /** Calls a minute. */
  readonly perMinute: number;
  /** What may be spent with it on one of the shop's days; null for all of the balance. */
  readonly spendADayMicro: bigint | null;
  /** The products that it may import stock to, and how many lines within 24 hours. */
  readonly goodsIds: readonly bigint[];
  readonly linesADay: number | null;
  /** Whether it has a secret that signs what is sent to the `callback_url` of its orders. */
  readonly hasCallbacks?: boolean;
};

/** The holder of a one-time ticket: may see and pay one top-up of its buyer, and nothing else. */
export type TicketActor = { readonly kind: 'ticket'; readonly userId: bigint; readonly rechargeId: bigint };

/** A blocked user, who may write to support and read its answers, and nothing else. */
export type BlockedActor = { readonly kind: 'blocked'; readonly userId: bigint };

/** A user in no session, with no permission unless `rights` gives some: for the demo's buyers, trials and tests. */
export const userActor = (
  userId: bigint,
  rights: Partial<Omit<UserActor, 'kind' | 'userId'>> = {},
): UserActor => ({
  kind: 'user',
  userId,
  sessionId: 0n,
  isAdmin: false,
  notReady: null,
  codeAt: null,
  actions: new Set(),
  ...rights,
});

export const visitor: Actor = { kind: 'visitor' };

/** A job or command, which has every permission and is named in the audit log. */
export const systemActor = (job: string): Actor => ({ kind: 'system', job });

/** The API key that acts; null in a session, and for whoever needs none. */
export const actingKey = (actor: Actor): ActingKey | null =>
  actor.kind === 'user' ? (actor.key ?? null) : null;

/** The signed-in user; refuses anyone else (notSignedIn). */
export function requireUser(actor: Actor): UserActor {
  return actor.kind === 'user' ? actor : refuse('notSignedIn');
}

/** The blocked user; refuses anyone else (notSignedIn). */
export function requireBlocked(actor: Actor): BlockedActor {
  return actor.kind === 'blocked' ? actor : refuse('notSignedIn');
}

/**
 * The user whose top-ups may be paid; `rechargeId` limits it to one, null allows all. Refuses anyone else
 * (notSignedIn).
 */
export function requirePayer(actor: Actor): { userId: bigint; rechargeId: bigint | null } {
  if (actor.kind === 'ticket') return actor;
  return { userId: requireUser(actor).userId, rechargeId: null };
}

/** Refuses users without a role (noPermission), and admins who still have something to do first (`notReady`). */
export function requireAdmin(actor: Actor): void {
  if (actor.kind === 'system') return;
  const { isAdmin, notReady } = requireUser(actor);
  if (!isAdmin) refuse('noPermission', 'no admin');
  if (notReady !== null) refuse(notReady);
}

/** Whether the actor has the permission, for showing less instead of refusing. */
export const holdsAction = (actor: Actor, action: string): boolean =>
  actor.kind === 'system' || (actor.kind === 'user' && actor.actions.has(action));

/** Refuses actors without the permission (noPermission, or `notReady`). Jobs and the sandbox seed have all of them. */
export function requireAction(actor: Actor, action: string): void {
  if (actor.kind === 'system') return;
  const { actions, notReady } = requireUser(actor);
  if (!actions.has(action)) refuse(notReady ?? 'noPermission', action);
}
