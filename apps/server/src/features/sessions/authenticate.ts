import type { UserActor, BlockedActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { permissionsOfRole } from '../roles/index.ts';
import { isSessionOver, LAST_SEEN_PRECISION_MS } from './sessions.sql.ts';
import { BatchQueue } from '../../platform/batch-queue.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { CompiledQuery, type Selectable } from 'kysely';
import { byteaArray } from '../../platform/db/arrays.ts';
import { hashToken, isSameSecret } from '../../platform/tokens.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { findUser, type UserRow } from '../users/index.ts';

/**
 * The user of a token. Refuses an unknown or expired token (notSignedIn) and a frozen user (accountFrozen). Role and
 * status are read every time, so a change is in force from the next request.
 */
export async function authenticate({ db, clock, isSandbox }: Ctx, token: string): Promise<UserActor> {
  const session = await lookUpSession(db, token);
  if (!session || session.status === 'closed') return refuse('notSignedIn');
  const now = clock.now();
  const isAdmin = session.role_id !== null;
  if (isSessionOver(session, { isAdmin }, now)) refuse('notSignedIn', 'expired');
  if (session.status === 'frozen') refuse('accountFrozen');
  if (now.getTime() - session.last_seen_at.getTime() >= LAST_SEEN_PRECISION_MS)
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', session.id).execute();
  const notReady = isAdmin ? notReadyOf(session, isSandbox) : null;
  return {
    kind: 'user',
    userId: session.user_id,
    sessionId: session.id,
    isAdmin,
    notReady,
    actions: notReady === null ? actionsOf(session) : new Set(),
    codeAt: session.code_at,
  };
}

/** Outside the sandbox an admin needs a password of their own and a second factor before anything else. */
export function notReadyOf(
  { must_change_password, code_at }: Pick<SignedInRow, 'must_change_password' | 'code_at'>,
  isSandbox: boolean,
): UserActor['notReady'] {
  if (must_change_password) return 'passwordChangeNeeded';
  return code_at === null && !isSandbox ? 'twoFactorMissing' : null;
}

function actionsOf({ menus, actions, is_owner }: SignedInRow): ReadonlySet<string> {
  const isRoleKnown = menus !== null && actions !== null && is_owner !== null;
  return permissionsOfRole(isRoleKnown ? { menus, actions, is_owner } : null).actions;
}

/** A session with its user and their role; the role's columns are null for whoever has none. */
type SignedInRow = Pick<
  Selectable<Database['sessions']>,
  'id' | 'user_id' | 'created_at' | 'last_seen_at' | 'code_at'
> &
  Pick<Selectable<Database['users']>, 'status' | 'role_id' | 'must_change_password'> & {
    [Column in 'menus' | 'actions' | 'is_owner']: Selectable<Database['roles']>[Column] | null;
  };

/** Written once: the query builder would take longer than the query, and every request with a token starts with it. */
const FIND_SIGNED_IN = `
  select asked.at, session.id, session.user_id, session.created_at, session.last_seen_at, session.code_at,
    users.status, users.role_id, users.must_change_password, roles.menus, roles.actions, roles.is_owner
  from unnest($1::bytea[]) with ordinality as asked (token_hash, at)
  join sessions session on session.token_hash = asked.token_hash
  join users on users.id = session.user_id
  left join roles on roles.id = users.role_id`;

/**
 * Sessions, users and roles in one indexed statement over the tables of three features, in the order of the hashes;
 * undefined for an unknown one.
 */
async function findSignedIn(
  db: Db,
  tokenHashes: readonly Buffer[],
): Promise<readonly (SignedInRow | undefined)[]> {
  const { rows } = await db.executeQuery<SignedInRow & { readonly at: bigint }>(
    CompiledQuery.raw(FIND_SIGNED_IN, [byteaArray(tokenHashes)]),
  );
  const found: (SignedInRow | undefined)[] = tokenHashes.map(() => undefined);
  for (const row of rows) found[Number(row.at) - 1] = row;
  return found;
}

type Lookups = BatchQueue<string, SignedInRow | undefined>;

/**
 * Looks up the sessions of all calls that arrive in one turn of the event loop, or while the query before is under way,
 * in one query: a query costs more than what a call does otherwise. Nothing is kept, and each query begins after the
 * calls that it serves have arrived, so a change that was committed before a call always holds for it, in every process.
 */
const queueLookups = (db: Db): Lookups =>
  new BatchQueue(async (asked) => {
    const tokens = [...new Set(asked)];
    const rows = await findSignedIn(db, tokens.map(hashToken));
    const found = new Map(tokens.map((token, at) => [token, rows[at]]));
    return asked.map((token) => found.get(token));
  });

const queues = new WeakMap<Db, Lookups>();

/** The session of a token with its user and role, as they are now; undefined for an unknown token. */
function lookUpSession(db: Db, token: string): Promise<SignedInRow | undefined> {
  let queue = queues.get(db);
  if (!queue) queues.set(db, (queue = queueLookups(db)));
  return queue.submit(token);
}

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
  const isOurs = isSameSecret(given, macOf(keyring, `${id}.${endsAt}`, user));
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
