/**
 * Owns users: names, e-mail addresses, passwords, status, who has which role and who was brought by whom.
 * Does not own their money (ledger) or who is signed in (sessions).
 *
 * Invariant: usernames and e-mail addresses are unique however they are written, and every user has a
 * ledger account under the user's own id.
 */
export { findBuyers, readLanguage, type Buyer } from './buyers.sql.ts';
export { createUser, type NewUser } from './create-user.ts';
export { ensureFirstOwner, type FirstOwner } from './ensure-first-owner.ts';
export { foldName } from './fold-name.ts';
export { hashNewPassword, refuseWeakPassword, verifyPassword } from './passwords.ts';
export { setUserStatus } from './set-user-status.ts';
export { presentUser } from './users.present.ts';
export { usersRoutes } from './users.routes.ts';
export {
  findUser,
  findUserByEmail,
  findUserByUsername,
  holdPassword,
  updatePasswordHash,
  type UserRow,
} from './users.sql.ts';
