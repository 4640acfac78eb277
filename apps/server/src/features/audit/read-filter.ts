import type { Db } from '../../platform/db/db.ts';
import { findUserByUsername } from '../users/index.ts';

type Asked = {
  readonly username?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};
type Filter = {
  readonly userId: bigint | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** Whose rows of which time a list asks for; null for an unknown username, whose list is empty. */
export async function readFilter(db: Db, { username, from, to }: Asked): Promise<Filter | null> {
  const user = username === undefined ? undefined : await findUserByUsername(db, username);
  if (username !== undefined && !user) return null;
  const dateOf = (time: string | undefined) => (time === undefined ? undefined : new Date(time));
  return { userId: user?.id, from: dateOf(from), to: dateOf(to) };
}
