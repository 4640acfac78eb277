import { redirect, type MiddlewareFunction } from 'react-router';
import { forgetUser, storedState, updateStored } from '../lib/stored/stored-state.ts';
import { guard } from './guard.ts';

/** Root middleware: runs the guard on every navigation and does what it decided. */
export const applyGuard: MiddlewareFunction = ({ request }) => {
  const { token, user, permissions } = storedState();
  const session = {
    token,
    isAdmin: user?.isAdmin === true,
    menus: permissions.menus.map(({ path }) => path),
  };
  const verdict = guard(new URL(request.url), session, window.innerWidth);
  if (verdict.promotionCode !== undefined) updateStored({ promotionCode: verdict.promotionCode });
  if (verdict.isUserForgotten) forgetUser();
  if (verdict.redirect !== undefined) throw redirect(verdict.redirect);
};
