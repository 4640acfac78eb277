import type { UserActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { permissionsOfRole } from '../roles/index.ts';
import { isSessionOver, LAST_SEEN_PRECISION_MS } from './session-lifetime.ts';
import { BatchQueue } from '../../platform/batch-queue.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { CompiledQuery, type Selectable } from 'kysely';
import { byteaArray } from '../../platform/db/arrays.ts';
import { hashToken } from './tokens.ts';

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
function notReadyOf(
  { must_change_password, code_at }: SignedInRow,
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
export function lookUpSession(db: Db, token: string): Promise<SignedInRow | undefined> {
  let queue = queues.get(db);
  if (!queue) queues.set(db, (queue = queueLookups(db)));
  return queue.submit(token);
}
