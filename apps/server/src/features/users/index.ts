/**
 * Owns users: names, e-mail addresses, passwords, status, who has which role and who was brought by whom.
 * Does not own their money (ledger) or who is signed in (sessions).
 *
 * Invariant: usernames and e-mail addresses are unique however they are written, and every user has a
 * ledger account under the user's own id.
 */
import './users.events.ts';

export { buyersOf, readLanguage, type Buyer } from './buyers.sql.ts';
export { checkPassword } from './passwords/check-password.ts';
export { createUser, type NewUser } from './create-user.ts';
export { ensureFirstOwner, type FirstOwner } from './ensure-first-owner.ts';
export { findUsersNamed } from './find-users-named.sql.ts';
export { foldName } from './fold-name.ts';
export { freezeDebtor } from './freeze-debtor.ts';
export { hasOtherHolder, isHolder, listAdmins, listHolders } from './holders.sql.ts';
export { knowUser } from './known-users.sql.ts';
export { hashNewPassword, refuseWeakPassword, verifyPassword } from './passwords/passwords.ts';
export { nameUsers } from './name-users.sql.ts';
export { replaceEmail } from './replace-email.ts';
export { replacePassword } from './passwords/replace-password.ts';
export { requireAbove } from './require-above.ts';
export { setUserStatus } from './set-user-status.ts';
export { deleteTriesBefore } from './sign-in-tries.sql.ts';
export { presentUser } from './users.present.ts';
export type { MovementFacts } from './list-movements.ts';
export { usersRoutes } from './users.routes.ts';
export {
  findUser,
  findUserByEmail,
  findUserByUsername,
  holdPassword,
  updateUserAgent,
  type UserRow,
} from './users.sql.ts';
