import type { SecurityEventKind } from '@portside/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { afterPosition, directionOf, type IdPosition } from '../../platform/db/id-position.ts';
import { prefixPattern } from '../../platform/db/prefix-pattern.ts';
import type { SecurityEventsTable } from '../../platform/security/security-events.tables.ts';

type Filter = {
  readonly userId: bigint | undefined;
  readonly kind: SecurityEventKind | undefined;
  /** A prefix of it. */
  readonly address: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly place: IdPosition;
};

/** With the user's present name; null where no user is known. */
export type NamedEvent = Selectable<SecurityEventsTable> & { readonly username: string | null };

/** Events that match all parts of the filter, in the order in which they began. */
export const findSecurityEvents = (
  db: Db,
  { userId, kind, address, from, to, place }: Filter,
  limit: number,
): Promise<NamedEvent[]> =>
  db
    .selectFrom('security_events')
    .leftJoin('users', 'users.id', 'security_events.user_id')
    .selectAll('security_events')
    .select('users.username')
    // The index of users leaves out 0, which is nobody.
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!).where('user_id', '<>', 0n))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(address !== undefined, (query) => query.where('address', 'like', prefixPattern(address!)))
    .$if(from !== undefined, (query) => query.where('last_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('first_at', '<', to!))
    .where(afterPosition('security_events.id', place))
    .orderBy('security_events.id', directionOf(place))
    .limit(limit)
    .execute();
