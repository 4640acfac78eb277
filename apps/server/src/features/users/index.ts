/**
 * Owns users: names, e-mail addresses, passwords, status, role and referring agent. Does not own their money
 * (ledger) or their sessions.
 *
 * Invariant: usernames and e-mail addresses are unique in any spelling, and every user has a ledger account with
 * the user's id.
 */
import './users.events.ts';

export { buyersOf, readLanguage, readLanguages } from './buyers.sql.ts';
export {
  checkPassword,
  clearSignInAttempts,
  isPasswordOf,
  rehashIfWeaker,
} from './passwords/check-password.ts';
export { createUser, type NewUser } from './create-user.ts';
export { ensureFirstOwner } from './ensure-first-owner.ts';
export { findUsersByPrefix } from './find-users-by-prefix.sql.ts';
export { createSignInChallenge, requireSignInProof, type SignInProof } from './passwords/sign-in-proof.ts';
export { deleteNetworksBefore, isKnownNetwork, recordNetwork } from './networks.sql.ts';
export { fillLooks } from './usernames/fill-looks.job.ts';
export { foldName } from './fold-name.ts';
export { freezeDebtor } from './freeze-debtor.ts';
export {
  hasOtherPermissionHolder,
  isPermissionHolder,
  listAdmins,
  listPermissionHolders,
} from './permission-holders.sql.ts';
export { countReadyApprovers, listUsersWithRole } from './permission-holders.sql.ts';
export { getUserDetails } from './user-details.sql.ts';
export { guessableNames } from './passwords/guessable-names.ts';
export { hashNewPassword, refuseWeakPassword } from './passwords/passwords.ts';
export { nameUsers } from './name-users.sql.ts';
export { replaceEmail } from './replace-email.ts';
export { replacePassword, setGivenPassword } from './passwords/replace-password.ts';
export { readAuthorityOver, requireAuthorityOver } from './require-authority-over.ts';
export { recordOwnTies } from './record-own-ties.ts';
export { addUserWithoutRole } from './add-user-without-role.ts';
export { assignRole } from './assign-role.ts';
export { updateProfile } from './update-profile.ts';
export { storeUserStatus } from './store-user-status.ts';
export { deleteTiesBefore, listTiedUsers, recordTies } from './ties.sql.ts';
export { deleteProofsBefore, deleteSignInTriesBefore } from './sign-in-tries.sql.ts';
export { presentUser } from './users.present.ts';
export type { MovementLookups } from './list-movements.ts';
export { usersRoutes } from './users.routes.ts';
export {
  findUser,
  findUserByEmail,
  findUserByUsername,
  lockPassword,
  updateUserAgent,
  type UserRow,
} from './users.sql.ts';
