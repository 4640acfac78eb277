import { redirect, replace, type MiddlewareFunction } from 'react-router';
import { forgetUser, storedState, updateStored } from '../lib/stored/stored-state.ts';
import { guard } from './guard.ts';

/** Root middleware: runs the guard on every navigation and applies its verdict. */
export const applyGuard: MiddlewareFunction = ({ request }) => {
  const { token, user, permissions } = storedState();
  const session = {
    token,
    isAdmin: user?.isAdmin === true,
    menus: permissions.menus.map(({ path }) => path),
  };
  const to = new URL(request.url);
  const verdict = guard(to, session, window.innerWidth);
  if (verdict.promotionCode !== undefined) updateStored({ promotionCode: verdict.promotionCode });
  if (verdict.isUserForgotten) forgetUser();
  if (verdict.redirect === undefined) return;
  // A typed URL, or a step back, has its history entry already: redirecting with a push would trap the back button.
  const isInHistory = to.pathname === location.pathname && to.search === location.search;
  throw isInHistory ? replace(verdict.redirect) : redirect(verdict.redirect);
};
