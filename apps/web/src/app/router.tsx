import type { adminPages } from '../areas/admin/page-modules.ts';
import { currentArea } from '../lib/browser/current-area.ts';
import { createBrowserHistory } from '../lib/router/history.ts';
import type { Route } from '../lib/router/match-routes.ts';
import { createNavigation } from '../lib/router/navigation.ts';
import { createScrollMemory } from '../lib/router/scroll-memory.ts';
import { withTexts } from '../locales/language.ts';
import type { TextKey } from '../locales/text-key.ts';
import { applyGuard } from './apply-guard.ts';
import { ErrorPage } from './error-page.tsx';
import { Root } from './root.tsx';

type PageTitle = TextKey<['translation', 'admin', 'pay', 'service']>;
type LoadPage = NonNullable<Route['load']>;

/** A page is a module that exports `Page`, loaded when it is first opened. Layouts have no title. */
const page = (load: LoadPage, title?: PageTitle) => ({ load, ...(title && { title }) });

const withPayTexts = (load: LoadPage) => withTexts(['pay', 'recharges'], load);
const withHomeTexts = (load: LoadPage) => withTexts('home', load);
const withBrowseTexts = (load: LoadPage) => withTexts('browse', load);
const withOrderTexts = (load: LoadPage) => withTexts('orders', load);
const withRechargeTexts = (load: LoadPage) => withTexts(['recharges', 'address'], load);
const withServiceTexts = (load: LoadPage) => withTexts('service', load);

/** A page that crashes or does not load keeps the layout around it. */
const inLayout = (children: readonly Route[]): readonly Route[] => [{ ErrorPage, children }];

const client: Route = {
  path: 'client',
  ...page(() => import('../areas/client/layout.tsx')),
  children: inLayout([
    { index: true, redirect: '/client/main' },
    {
      path: 'main',
      ...page(
        withHomeTexts(() => import('../areas/client/main.tsx')),
        'shell.nav.home',
      ),
    },
    {
      path: 'purchase-account',
      ...page(
        withBrowseTexts(() => import('../areas/client/purchase-account.tsx')),
        'goods.title',
      ),
    },
    {
      path: 'purchase-record',
      ...page(
        withOrderTexts(() => import('../areas/client/purchase-record.tsx')),
        'orders.title',
      ),
    },
    {
      path: 'amount-recharge',
      ...page(
        withRechargeTexts(() => import('../areas/client/amount-recharge.tsx')),
        'recharges.title',
      ),
    },
    {
      path: 'personal-information',
      ...page(
        withServiceTexts(() => import('../areas/client/personal-information.tsx')),
        'users.title',
      ),
    },
    {
      path: 'agent',
      ...page(
        withServiceTexts(() => import('../areas/client/agent.tsx')),
        'service:agents.title',
      ),
    },
    {
      path: 'customer-service',
      ...page(
        withServiceTexts(() => import('../areas/client/customer-service.tsx')),
        'shell.nav.support',
      ),
    },
  ]),
};

const mobile: Route = {
  path: 'mobile',
  ...page(() => import('../areas/mobile/layout.tsx')),
  children: inLayout([
    { index: true, redirect: '/mobile/index' },
    {
      path: 'index',
      ...page(
        withHomeTexts(() => import('../areas/mobile/index.tsx')),
        'shell.nav.home',
      ),
    },
    {
      path: 'purchase-account',
      ...page(
        withBrowseTexts(() => import('../areas/mobile/purchase-account.tsx')),
        'goods.title',
      ),
    },
    {
      path: 'purchase-record',
      ...page(
        withOrderTexts(() => import('../areas/mobile/purchase-record.tsx')),
        'orders.title',
      ),
    },
    {
      path: 'amount-recharge',
      ...page(
        withRechargeTexts(() => import('../areas/mobile/amount-recharge.tsx')),
        'recharges.title',
      ),
    },
    {
      path: 'personal-information',
      ...page(
        withServiceTexts(() => import('../areas/mobile/personal-information.tsx')),
        'users.title',
      ),
    },
    {
      path: 'agent',
      ...page(
        withServiceTexts(() => import('../areas/mobile/agent.tsx')),
        'service:agents.title',
      ),
    },
    {
      path: 'customer-service',
      ...page(
        withServiceTexts(() => import('../areas/mobile/customer-service.tsx')),
        'shell.nav.support',
      ),
    },
    {
      path: 'cashRegister',
      ...page(
        withPayTexts(() => import('../areas/mobile/cash-register.tsx')),
        'pay:pages.cashier.title',
      ),
    },
    {
      path: 'h5Pay',
      ...page(
        withPayTexts(() => import('../areas/mobile/h5-pay.tsx')),
        'pay:pages.step.title',
      ),
    },
  ]),
};

const docs: Route = {
  path: 'docs',
  ...page(() => import('../areas/docs/layout.tsx')),
  children: inLayout([
    { index: true, redirect: '/docs/how-to-buy' },
    { path: 'how-to-buy', ...page(() => import('../areas/docs/how-to-buy.tsx'), 'shell.guides.howToBuy') },
    { path: 'top-up', ...page(() => import('../areas/docs/top-up.tsx'), 'shell.guides.topUp') },
    { path: 'refunds', ...page(() => import('../areas/docs/refunds.tsx'), 'shell.guides.refunds') },
    { path: 'support', ...page(() => import('../areas/docs/support.tsx'), 'shell.guides.support') },
    { path: 'terms', ...page(() => import('../areas/docs/terms.tsx'), 'shell.terms') },
    { path: 'privacy', ...page(() => import('../areas/docs/privacy.tsx'), 'shell.privacy') },
  ]),
};

/** One page in the documents' layout, whose navigation leads on. */
const besideDocs = (path: string, load: LoadPage, title: PageTitle): Route => ({
  path,
  ...page(() => import('../areas/docs/layout.tsx')),
  children: inLayout([{ index: true, ...page(withServiceTexts(load), title) }]),
});

const report = besideDocs('report', () => import('../areas/report.tsx'), 'service:reports.title');
const banPage = besideDocs('ban-page', () => import('../areas/ban-page.tsx'), 'service:banned.title');

/** In the frame of the area that the screen is steered to, at one address on every screen. */
const inArea = (children: readonly Route[]): Route => ({
  ...page(() =>
    currentArea() === '/mobile' ? import('../areas/mobile/layout.tsx') : import('../areas/client/layout.tsx'),
  ),
  children: inLayout(children),
});

const inEitherArea = inArea([
  {
    path: 'sandbox',
    ...page(
      withServiceTexts(() => import('../areas/sandbox/trials.tsx')),
      'service:trials.title',
    ),
  },
  {
    path: 'product/:product',
    ...page(
      withTexts('product', () => import('../areas/product/product.tsx')),
      'goods.title',
    ),
  },
]);

/** Says whether there is no page, or one for admins only. */
const loadMissing = withServiceTexts(() => import('../areas/missing-page.tsx'));

const noAccess: Route = { path: 'no-access', ...page(loadMissing, 'service:noAccess.title') };

/** Last of its siblings. */
const missing: Route = { path: '*', ...page(loadMissing, 'service:missing.title') };

/** Payment pages have their own layout: they open in any browser, or in a wallet's. */
const pay: Route = {
  ...page(() => import('../areas/pay/layout.tsx')),
  children: inLayout([
    {
      path: 'pay',
      ...page(
        withPayTexts(() => import('../areas/pay/pay.tsx')),
        'pay:pages.confirm.title',
      ),
    },
    {
      path: 'h5Pay',
      ...page(
        withPayTexts(() => import('../areas/pay/h5-pay.tsx')),
        'pay:pages.step.title',
      ),
    },
  ]),
};

type AdminPage = keyof typeof adminPages;

const loadAdminPage =
  (name: AdminPage): LoadPage =>
  async () =>
    (await import('../areas/admin/page-modules.ts')).adminPages[name]();

const adminPage = (name: AdminPage, load = loadAdminPage(name)): Route => ({
  path: name,
  ...page(load, `admin:frame.pages.${name}`),
});

/** Loads with its texts. `/admin` itself never opens: the guard redirects to the first allowed page. */
const admin: Route = {
  path: 'admin',
  ...page(withTexts(['admin', 'orders'], () => import('../areas/admin/layout.tsx'))),
  children: inLayout([
    adminPage('dataBoard'),
    adminPage('order'),
    adminPage('sales'),
    adminPage('user'),
    adminPage('role'),
    adminPage('recharge'),
    adminPage('support', withServiceTexts(loadAdminPage('support'))),
    adminPage('goods'),
    adminPage('agent'),
    adminPage('config'),
    adminPage('audit'),
    missing,
  ]),
};

/** Every page of the site; what an address leads through, outermost first. */
export const siteMap: readonly Route[] = [
  {
    path: '/',
    Page: Root,
    ErrorPage,
    children: [
      { index: true, redirect: '/mobile/index' },
      { path: 'login', ...page(() => import('../areas/login.tsx'), 'sessions.signIn') },
      client,
      mobile,
      pay,
      docs,
      report,
      inEitherArea,
      admin,
      banPage,
      inArea([noAccess, missing]),
    ],
  },
];

/** The site in this tab. The guard stands before every navigation, so that no page can be left out. */
export const createSite = () =>
  createNavigation({
    routes: siteMap,
    history: createBrowserHistory(),
    guard: applyGuard,
    scroll: createScrollMemory(),
  });
