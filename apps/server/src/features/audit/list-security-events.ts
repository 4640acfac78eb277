import type { Data, Input, SecurityEvent, SecurityEventKind } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import {
  cutPage,
  readIdPosition,
  afterPosition,
  directionOf,
  type IdPosition,
} from '../../platform/lists/by-id.ts';
import { readFilter } from './audit.sql.ts';
import type { FastifyReply } from 'fastify';
import { nameDays } from '../settings/index.ts';
import { fieldColumns, sendList } from '../../platform/http/send-list.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prefixPattern } from '../../platform/lists/pages.ts';
import type { SecurityEventsTable } from '../../platform/security-events.sql.ts';

/** Security events of the last 90 days, newest first unless sorted otherwise; empty for an unknown username. */
export async function listSecurityEvents(
  { db }: Ctx,
  { query }: Input<'listSecurityEvents'>,
): Promise<Data<'listSecurityEvents'>> {
  const { address, kind, limit, sort } = query;
  const asked = await readFilter(db, query);
  if (!asked) return { items: [], next_cursor: null, total: null };
  const filter = { ...asked, address, kind, place: readIdPosition(query) };
  const { shown, nextCursor } = cutPage(await findSecurityEvents(db, filter, limit + 1), limit, sort);
  return { items: shown.map(presentEvent), next_cursor: nextCursor, total: null };
}

const presentEvent = ({
  id,
  first_at,
  last_at,
  kind,
  username,
  user_id,
  address,
  call,
  count,
}: NamedEvent) => ({
  id: id.toString(),
  at: first_at.toISOString(),
  last_at: last_at.toISOString(),
  kind,
  username,
  user_id: user_id === 0n ? null : user_id.toString(),
  address,
  call,
  count,
});

const COLUMNS = fieldColumns<SecurityEvent>(
  'id',
  'at',
  'last_at',
  'kind',
  'username',
  'user_id',
  'address',
  'call',
  { number: 'count' },
);

/** The security events of a filter as a file, newest first. */
export const exportSecurityEvents = async (
  ctx: Ctx,
  { query }: Input<'exportSecurityEvents'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'security-events',
    days: await nameDays(ctx.db, query),
    action: 'securityEvent.export',
    subject: 'securityEvent',
    query,
    columns: COLUMNS,
    readPage: (page) => listSecurityEvents(ctx, { query: { ...query, ...page } }),
  });

type EventFilter = {
  readonly userId: bigint | undefined;
  readonly kind: SecurityEventKind | undefined;
  /** A prefix of it. */
  readonly address: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly place: IdPosition;
};

/** With the user's present name; null if no user is known. */
type NamedEvent = Selectable<SecurityEventsTable> & { readonly username: string | null };

/** Events that match all parts of the filter, in the order in which they began. */
const findSecurityEvents = (
  db: Db,
  { userId, kind, address, from, to, place }: EventFilter,
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
