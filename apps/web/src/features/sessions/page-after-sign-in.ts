import type { SignIn } from '@portside/contract';
import { ownPath } from '../../lib/browser/own-path.ts';
import { findIntent, pathOfIntent } from '../../lib/stored/order-intent.ts';

type Person = { readonly isAdmin: boolean; readonly menus: SignIn['permissions']['menus'] };

const FRONT_PAGES = new Set(['/', '/client/main', '/mobile/index']);

/**
 * The requested page; an order that waits comes before the front page. In place of a page for admins that the admin may
 * not open comes the first one that they may, or the shop: the guard would sign them out again.
 */
export function pageAfterSignIn(redirect: string | null, { isAdmin, menus }: Person): string {
  const wanted = ownPath(redirect) ?? '/';
  const path = wanted
    .replace(/[?#].*/, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  // As for the guard, any path with the word is for admins.
  if (isAdmin && path.includes('admin') && !menus.some((menu) => menu.path.toLowerCase() === path))
    return menus.length > 0 ? '/admin' : '/';
  const intent = FRONT_PAGES.has(wanted) ? findIntent() : null;
  return intent ? pathOfIntent(intent) : wanted;
}
