import type { Path } from '../lib/router/path.ts';
import { forgetUser, storedState, updateStored } from '../lib/stored/stored-state.ts';
import { guard } from './guard.ts';

/** Runs the guard on a navigation and stores what it found; returns where to go instead. */
export function applyGuard(to: Path, isMissing: boolean): string | undefined {
  const { token, user, permissions } = storedState();
  const session = {
    token,
    isAdmin: user?.isAdmin === true,
    menus: permissions.menus.map(({ path }) => path),
  };
  const verdict = guard(to, session, window.innerWidth, isMissing);
  if (verdict.promotionCode !== undefined) updateStored({ promotionCode: verdict.promotionCode });
  if (verdict.isUserForgotten) forgetUser();
  return verdict.redirect;
}
