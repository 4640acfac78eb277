import { timingSafeEqual } from 'node:crypto';
import type { BlockedActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUser, type UserRow } from '../users/index.ts';
import { isSessionOver } from './session-lifetime.ts';
import { lookUpSession } from './authenticate.ts';

const PREFIX = 'blocked';
/** Long enough to write, and to wait for a first answer; signing in again gives another. */
const VALID_FOR_MS = 3_600_000;

/**
 * What a blocked user gets instead of a session, after the right password and the second factor, if they have one.
 * It opens their conversation with support and nothing else, for an hour, as long as they are blocked and have the same
 * password. Nothing is stored for it.
 */
export function createBlockedPass({ clock, keyring }: Ctx, user: UserRow): string {
  const terms = `${user.id}.${clock.now().getTime() + VALID_FOR_MS}`;
  return [PREFIX, terms, macOf(keyring, terms, user).toString('base64url')].join('.');
}

/**
 * The blocked user of a pass, or of a session from before. Refuses everything else with one answer (notSignedIn),
 * also users who are no longer blocked: they sign in as everybody does.
 */
export async function authenticateBlocked(ctx: Ctx, token: string): Promise<BlockedActor> {
  const userId = token.startsWith(`${PREFIX}.`)
    ? await userOfPass(ctx, token)
    : await userOfSession(ctx, token);
  return userId === null ? refuse('notSignedIn') : { kind: 'blocked', userId };
}

async function userOfPass({ db, clock, keyring }: Ctx, token: string): Promise<bigint | null> {
  const [, id, endsAt, mac] = /^blocked\.(\d{1,18})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || endsAt === undefined || mac === undefined) return null;
  const user = await findUser(db, BigInt(id));
  if (user?.status !== 'frozen') return null;
  const given = Buffer.from(mac, 'base64url');
  const isOurs = timingSafeEqual(macOf(keyring, `${id}.${endsAt}`, user), given);
  return isOurs && Number(endsAt) > clock.now().getTime() ? user.id : null;
}

async function userOfSession({ db, clock }: Ctx, token: string): Promise<bigint | null> {
  const session = await lookUpSession(db, token);
  if (session?.status !== 'frozen') return null;
  const isOver = isSessionOver(session, { isAdmin: session.role_id !== null }, clock.now());
  return isOver ? null : session.user_id;
}

/** 32 bytes. Of the password's hash, so that a new password ends all passes. */
const macOf = (keyring: Keyring, terms: string, { password_hash }: UserRow): Buffer =>
  keyring.derive('pass of a blocked user', `${terms}.${password_hash}`);
