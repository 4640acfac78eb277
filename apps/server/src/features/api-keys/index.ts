/**
 * Owns API keys: those that buyers make for programs of theirs or for a shop that speaks another protocol, and those that
 * admins make for programs of the shop. Does not own what a key opens: the contract's path tables say it, and
 * `platform/http` enforces it; of the other protocols, storefronts.
 *
 * Invariant: a key can be verified with what is stored, but not recovered from it, except one that signs calls, which is
 * sealed, as is the secret of its orders' callbacks; it never does more than its user may, and revoked, ended or of a
 * blocked user it does nothing from the next call on, in every process.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { revokeKeysOf } from './api-keys.sql.ts';
import { createApiKey, createOperatorKey } from './create-key.ts';
import {
  listApiKeys,
  listOwnApiKeys,
  readApiKeyRight,
  revokeApiKey,
  revokeOwnApiKey,
  setApiKeyRight,
} from './manage-keys.ts';

export { authenticateConnection, authenticateKey } from './authenticate-key.ts';
export { readApiKeyMade } from './create-key.ts';
export { isApiKey } from './key-text.ts';
export { createCountKeyUseJob, recordKeyUse, sweepKeyUse } from './key-use.ts';
export { nameApiKeys, openKeySecret, readRight, sealedKeySecrets } from './api-keys.sql.ts';

/** Revokes the keys of users who are blocked. */
export function subscribeApiKeys(events: Events): void {
  events.on('userBlocked', ({ db, clock }, { userId }) => revokeKeysOf(db, userId, clock.now()));
}

export const apiKeysRoutes = {
  listOwnApiKeys,
  createApiKey,
  revokeOwnApiKey,
  listApiKeys,
  createOperatorKey,
  revokeApiKey,
  readApiKeyRight,
  setApiKeyRight,
} satisfies Partial<Routes>;
