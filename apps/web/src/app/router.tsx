import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { applyGuard } from './apply-guard.ts';
import { FaultPage } from './fault-page.tsx';
import { MissingPage } from './missing-page.tsx';
import { Root } from './root.tsx';
import { StartScreen } from './start-screen.tsx';

/** A page is a module that exports `Page`; its code loads when it is first opened. */
const page = (load: () => Promise<{ Page: ComponentType }>) => ({
  lazy: { Component: async () => (await load()).Page },
});

const goTo = (path: string) => ({ loader: () => redirect(path) });

const client: RouteObject = {
  path: 'client',
  ...page(() => import('../areas/client/layout.tsx')),
  children: [
    { index: true, ...goTo('/client/main') },
    { path: 'main', ...page(() => import('../areas/client/main.tsx')) },
    { path: 'purchase-account', ...page(() => import('../areas/client/purchase-account.tsx')) },
    { path: 'purchase-record', ...page(() => import('../areas/client/purchase-record.tsx')) },
    { path: 'amount-recharge', ...page(() => import('../areas/client/amount-recharge.tsx')) },
    { path: 'personal-information', ...page(() => import('../areas/client/personal-information.tsx')) },
  ],
};

const mobile: RouteObject = {
  path: 'mobile',
  ...page(() => import('../areas/mobile/layout.tsx')),
  children: [
    { index: true, ...goTo('/mobile/index') },
    { path: 'index', ...page(() => import('../areas/mobile/index.tsx')) },
    { path: 'purchase-account', ...page(() => import('../areas/mobile/purchase-account.tsx')) },
    { path: 'purchase-record', ...page(() => import('../areas/mobile/purchase-record.tsx')) },
    { path: 'amount-recharge', ...page(() => import('../areas/mobile/amount-recharge.tsx')) },
    { path: 'personal-information', ...page(() => import('../areas/mobile/personal-information.tsx')) },
  ],
};

const docs: RouteObject = {
  path: 'docs',
  ...page(() => import('../areas/docs/layout.tsx')),
  children: [
    { index: true, ...goTo('/docs/terms') },
    { path: 'terms', ...page(() => import('../areas/docs/terms.tsx')) },
    { path: 'privacy', ...page(() => import('../areas/docs/privacy.tsx')) },
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
        { path: 'login', ...page(() => import('../areas/login.tsx')) },
        client,
        mobile,
        docs,
        { path: 'ban-page', ...page(() => import('../areas/ban-page.tsx')) },
        { path: '*', Component: MissingPage },
      ],
    },
  ]);
