// @vitest-environment happy-dom
import type { SignIn } from '@portside/contract';
import { expect, test } from 'vitest';
import { pageAfterSignIn } from './page-after-sign-in.ts';

const menusOf = (...paths: string[]) => paths.map((path) => ({ path })) as SignIn['permissions']['menus'];
const buyer = { isAdmin: false, menus: menusOf() };
const admin = { isAdmin: true, menus: menusOf('/admin/dataBoard', '/admin/order') };
const bareAdmin = { isAdmin: true, menus: menusOf() };

test.each([
  [buyer, null, '/'],
  [buyer, '/client/main', '/client/main'],
  [buyer, 'https://evil.example', '/'],
  [buyer, '//evil.example/admin', '/'],
  // Told there that they may not.
  [buyer, '/admin/order', '/admin/order'],
  [admin, '/admin', '/admin'],
  [admin, '/Admin/order/?q=1', '/Admin/order/?q=1'],
  [admin, '/admin/user', '/admin'],
  [admin, '/x/../admin/user', '/admin'],
  // Every path with the word is for admins, so the guard would sign these out, too.
  [admin, '/client/admin', '/admin'],
  [admin, '/product/7-admin-box', '/admin'],
  [admin, '/client/main?q=admin', '/client/main?q=admin'],
  [bareAdmin, '/admin/order', '/'],
  [bareAdmin, '/client/admin', '/'],
])('%j who asked for %j comes to %s', (person, redirect, page) => {
  expect(pageAfterSignIn(redirect, person)).toBe(page);
});
