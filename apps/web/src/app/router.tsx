import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { applyGuard } from './apply-guard.ts';
import { FaultPage } from './fault-page.tsx';
import { MissingPage } from './missing-page.tsx';
import { Root } from './root.tsx';
import type { PageHandle } from './use-page-change.ts';
import { StartScreen } from './start-screen.tsx';

/** A page is a module that exports `Page`; its code loads when it is first opened. Layouts have no title. */
const page = (load: () => Promise<{ Page: ComponentType }>, title?: ParseKeys) => ({
  lazy: { Component: async () => (await load()).Page },
  ...(title && titled(title)),
});

const titled = (title: ParseKeys): { handle: PageHandle } => ({ handle: { title } });

const goTo = (path: string) => ({ loader: () => redirect(path) });

const client: RouteObject = {
  path: 'client',
  ...page(() => import('../areas/client/layout.tsx')),
  children: [
    { index: true, ...goTo('/client/main') },
    { path: 'main', ...page(() => import('../areas/client/main.tsx'), 'shell.nav.home') },
    {
      path: 'purchase-account',
      ...page(() => import('../areas/client/purchase-account.tsx'), 'goods.title'),
    },
    { path: 'purchase-record', ...page(() => import('../areas/client/purchase-record.tsx'), 'orders.title') },
    {
      path: 'amount-recharge',
      ...page(() => import('../areas/client/amount-recharge.tsx'), 'recharges.title'),
    },
    {
      path: 'personal-information',
      ...page(() => import('../areas/client/personal-information.tsx'), 'users.title'),
    },
  ],
};

const mobile: RouteObject = {
  path: 'mobile',
  ...page(() => import('../areas/mobile/layout.tsx')),
  children: [
    { index: true, ...goTo('/mobile/index') },
    { path: 'index', ...page(() => import('../areas/mobile/index.tsx'), 'shell.nav.home') },
    {
      path: 'purchase-account',
      ...page(() => import('../areas/mobile/purchase-account.tsx'), 'goods.title'),
    },
    { path: 'purchase-record', ...page(() => import('../areas/mobile/purchase-record.tsx'), 'orders.title') },
    {
      path: 'amount-recharge',
      ...page(() => import('../areas/mobile/amount-recharge.tsx'), 'recharges.title'),
    },
    {
      path: 'personal-information',
      ...page(() => import('../areas/mobile/personal-information.tsx'), 'users.title'),
    },
  ],
};

const docs: RouteObject = {
  path: 'docs',
  ...page(() => import('../areas/docs/layout.tsx')),
  children: [
    { index: true, ...goTo('/docs/terms') },
    { path: 'terms', ...page(() => import('../areas/docs/terms.tsx'), 'shell.terms') },
    { path: 'privacy', ...page(() => import('../areas/docs/privacy.tsx'), 'shell.privacy') },
  ],
};

/** The site map. The guard stands at the root, so that no page can forget it. */
export const createRouter = () =>
  createBrowserRouter([
    {
      path: '/',
      Component: Root,
      ErrorBoundary: FaultPage,
      HydrateFallback: StartScreen,
      middleware: [applyGuard],
      children: [
        { index: true, ...goTo('/mobile/index') },
        { path: 'login', ...page(() => import('../areas/login.tsx'), 'sessions.signIn') },
        client,
        mobile,
        docs,
        { path: 'ban-page', ...page(() => import('../areas/ban-page.tsx'), 'sessions.banned.title') },
        { path: '*', Component: MissingPage, ...titled('shell.missing.title') },
      ],
    },
  ]);
