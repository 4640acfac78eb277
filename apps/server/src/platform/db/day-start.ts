import { sql, type RawBuilder } from 'kysely';

/**
 * The first moment of a day in a time zone. Where clocks are put back at midnight, PostgreSQL takes the second midnight
 * for the day's; the day begins with the first, as its dates say. Where midnight is skipped, it is the moment of the
 * change.
 */
export const dayStart = (
  day: RawBuilder<unknown>,
  timeZone: string | RawBuilder<unknown>,
): RawBuilder<Date> => {
  const local = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${timeZone}::text)`;
  return sql<Date>`(
    select least(midnight.at, case when ${local(sql`first.at`)} = given.day then first.at end)
    from (select (${day})::date::timestamp as day) given
    cross join lateral (select given.day at time zone ${timeZone}::text as at) midnight
    cross join lateral (select midnight.at - interval '24 hours' as at) before
    -- The same midnight by the clocks of the day before.
    cross join lateral (
      select (given.day - (${local(sql`before.at`)} - before.at at time zone 'UTC')) at time zone 'UTC' as at) first)`;
};
