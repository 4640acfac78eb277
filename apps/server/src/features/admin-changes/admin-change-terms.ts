import type { UserStatus } from '@portside/contract';

/** A change to an admin as its proposal stores it: ids as text, and the names that were shown when it was proposed. */
export type AdminChangeTerms =
  | (OfUser & { readonly change: 'status'; readonly former_status: UserStatus; readonly status: UserStatus })
  | (OfUser & { readonly change: 'sessions' | 'twoFactor' })
  | (OfUser & { readonly change: 'role'; readonly former_role: string | null } & (RoleTerms | NoRole))
  | ({ readonly change: 'permissions'; readonly added: string; readonly removed: string } & RoleTerms);

type OfUser = { readonly user_id: string; readonly username: string };
type NoRole = { readonly role_id: null };
/** The role's permissions before and after: exactly this is approved. */
type RoleTerms = {
  readonly role_id: string;
  readonly role: string;
  readonly menus: string;
  readonly permissions: string;
};

/** Permissions as a proposal stores them. */
export const joinNames = (names: Iterable<string>): string => [...names].toSorted().join(' ');

/** The reverse of `joinNames`. */
export const splitNames = (text: string): string[] => text.split(' ').filter((name) => name !== '');
