import { directionOf, afterPosition, type IdPosition } from '../../platform/lists/by-id.ts';
import type { Db } from '../../platform/db/db.ts';
import { prefixPattern } from '../../platform/lists/pages.ts';
import type { AuditEntry } from '../../platform/audit/audit.sql.ts';
import { resolvePeriod } from '../settings/index.ts';
import { findUserByUsername } from '../users/index.ts';

type Filter = {
  readonly userId: bigint | undefined;
  readonly action: string | undefined;
  /** A prefix of it. */
  readonly subject: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly place: IdPosition;
};

/** With the user's present name; null if a job acted. */
export type NamedEntry = AuditEntry & { readonly username: string | null };

/** Entries that match all parts of the filter, in the order of their position. */
export const findEntries = (
  db: Db,
  { userId, action, subject, from, to, place }: Filter,
  limit: number,
): Promise<NamedEntry[]> =>
  db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.user_id')
    .selectAll('audit_entries')
    .select('users.username')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(subject !== undefined, (query) =>
      /:./.test(subject!)
        ? query.where('subject', '=', subject!)
        : query.where('subject', 'like', prefixPattern(subject!)),
    )
    .$if(from !== undefined, (query) => query.where('at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('at', '<', to!))
    .where(afterPosition('audit_entries.id', place))
    .orderBy('audit_entries.id', directionOf(place))
    .limit(limit)
    .execute();

type Asked = {
  readonly username?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

type AskedFilter = {
  readonly userId: bigint | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** The user and the period that a list asks for; null for an unknown username, whose list is empty. */
export async function readFilter(db: Db, { username, from, to }: Asked): Promise<AskedFilter | null> {
  const user = username === undefined ? undefined : await findUserByUsername(db, username);
  if (username !== undefined && !user) return null;
  const period = await resolvePeriod(db, { from, to });
  return { userId: user?.id, from: period.from, to: period.end };
}
