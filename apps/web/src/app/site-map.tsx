import type { ComponentType, ReactNode } from 'react';
import type { OFFICE_PAGES } from '../areas/admin/office-pages.tsx';
import { currentArea } from '../lib/browser/current-area.ts';
import type { Address } from '../lib/site-location.tsx';
import type { withTexts } from '../locales/language.ts';
import type { TextKey } from '../locales/text-key.ts';

export const TITLE_TEXTS = ['translation', 'admin', 'pay', 'service'] as const;
export type Title = TextKey<typeof TITLE_TEXTS>;
type Texts = Parameters<typeof withTexts>[0];

type Layout = ComponentType<{ children: ReactNode }>;
export type PageModule = { readonly Page: ComponentType; readonly props?: object };
type LoadPage = (to: Address) => Promise<PageModule>;

/** What a page of one part says above it, in the texts of `admin`. */
type Heading = readonly [title: TextKey<'admin'>, lede?: TextKey<'admin'>];

/** A page and its addresses: it may be in both areas. */
type Page = {
  /** `:name` is any one segment, `*` all that is left. */
  readonly paths: readonly string[];
  readonly title: Title;
  /** Texts besides the shop's own. */
  readonly texts: Texts;
  /** Runs each time before the page opens. */
  readonly load: LoadPage;
  readonly heading?: Heading;
};

/** The frame around pages. */
type LayoutRow = {
  readonly texts: Texts;
  readonly load: (to: Address) => Promise<{ readonly Layout: Layout }>;
};

export type PageRow = Page & { readonly layout: keyof typeof LAYOUTS | null };
type RedirectRow = Pick<Page, 'paths'> & { readonly redirect: string };

const isOfPhones = ({ pathname }: Address): boolean =>
  /^\/mobile(\/|$)/i.test(pathname) || (!/^\/client(\/|$)/i.test(pathname) && currentArea() === '/mobile');

export const LAYOUTS = {
  /** Of the area that the address names, else of the one that the screen is steered to. */
  shop: {
    texts: [],
    load: (to) =>
      isOfPhones(to) ? import('../areas/mobile/layout.tsx') : import('../areas/client/layout.tsx'),
  },
  docs: { texts: [], load: () => import('../areas/docs/layout.tsx') },
  /** Payment pages open in any browser, or in a wallet's. */
  pay: { texts: [], load: () => import('../areas/pay-pages.tsx') },
  admin: { texts: ['admin', 'orders'], load: () => import('../areas/admin/layout.tsx') },
} as const satisfies Record<string, LayoutRow>;

const page = (paths: string | string[], title: Title, texts: Texts, load: LoadPage): Page => ({
  paths: [paths].flat(),
  title,
  texts,
  load,
});

const inBothAreas = (name: string): string[] => [`/client/${name}`, `/mobile/${name}`];

/** A part of a feature as a page. */
const partOf = <P extends object>(Part: ComponentType<P>, props: P): PageModule => ({
  Page: Part as ComponentType,
  props,
});

type BuiltIn = 'howToBuy' | 'topUp' | 'support';
type Own = 'refunds' | 'terms' | 'privacy';

const document = (path: string, title: Title, name: BuiltIn) =>
  page(path, title, [], async () =>
    partOf((await import('../areas/docs/document.tsx')).BuiltInDocument, { name }),
  );

/** One that operators may replace by their own. */
const ownDocument = (path: string, title: Title, name: Own) =>
  page(path, title, [], async () =>
    partOf((await import('../areas/docs/document.tsx')).OwnDocument, { name }),
  );

const adminPage = (name: keyof typeof OFFICE_PAGES, heading?: Heading, texts: Texts = []): Page => ({
  ...page(`/admin/${name}`, `admin:frame.pages.${name}`, texts, async () =>
    (await import('../areas/admin/office-pages.tsx')).OFFICE_PAGES[name](),
  ),
  ...(heading && { heading }),
});

const loadMissing = () => import('../areas/missing-page.tsx');
const missing = (path: string) => page(path, 'service:missing.title', 'service', loadMissing);

const inLayout = (layout: PageRow['layout'], pages: readonly Page[]): PageRow[] =>
  pages.map((one) => ({ ...one, layout }));

/** Every address of the site; the first match wins. The guard decides who may open which. */
export const SITE_MAP: readonly (PageRow | RedirectRow)[] = [
  { paths: ['/', '/mobile'], redirect: '/mobile/index' },
  { paths: ['/client'], redirect: '/client/main' },
  { paths: ['/docs'], redirect: '/docs/how-to-buy' },
  { paths: ['/admin'], redirect: '/admin/dataBoard' },

  ...inLayout(null, [
    page('/login', 'sessions.signIn', [], async (to) => {
      const login = await import('../areas/login.tsx');
      await login.prepare(to);
      return login;
    }),
    // The reference has a navigation of its own.
    page(
      '/docs/api/reference',
      'service:api.title',
      'service',
      () => import('../areas/docs/api-reference.tsx'),
    ),
  ]),

  ...inLayout('shop', [
    page('/client/main', 'shell.nav.home', 'home', () => import('../areas/client/main.tsx')),
    page('/mobile/index', 'shell.nav.home', 'home', () => import('../areas/mobile/index.tsx')),
    page(
      inBothAreas('purchase-account'),
      'goods.title',
      'browse',
      () => import('../areas/purchase-account.tsx'),
    ),
    page(
      inBothAreas('cart'),
      'service:cart.title',
      ['product', 'orders', 'service'],
      () => import('../areas/cart.tsx'),
    ),
    page(inBothAreas('notices'), 'service:notices.title', 'service', () => import('../areas/notices.tsx')),
    page(
      inBothAreas('purchase-record'),
      'orders.title',
      'orders',
      () => import('../areas/purchase-record.tsx'),
    ),
    page(
      inBothAreas('amount-recharge'),
      'recharges.title',
      ['recharges', 'address'],
      () => import('../areas/amount-recharge.tsx'),
    ),
    page(
      inBothAreas('personal-information'),
      'users.title',
      'service',
      () => import('../areas/personal-information.tsx'),
    ),
    page(inBothAreas('agent'), 'service:agents.title', 'service', () => import('../areas/agent.tsx')),
    page(
      inBothAreas('supplier'),
      'service:suppliers.title',
      'service',
      () => import('../areas/supplier.tsx'),
    ),
    page(
      inBothAreas('customer-service'),
      'shell.nav.support',
      'service',
      () => import('../areas/customer-service.tsx'),
    ),
    page('/mobile/cashRegister', 'pay:pages.cashier.title', ['pay', 'recharges'], async () => ({
      Page: (await import('../areas/pay-pages.tsx')).CashRegister,
    })),
    page('/mobile/h5Pay', 'pay:pages.step.title', ['pay', 'recharges'], async () => ({
      Page: (await import('../areas/pay-pages.tsx')).PaymentStep,
    })),
    page('/product/:product', 'goods.title', 'product', () => import('../areas/product.tsx')),
    page('/family/:family', 'goods.title', ['product', 'service'], () => import('../areas/family.tsx')),
    page('/category/:category', 'goods.title', ['browse', 'product'], () => import('../areas/category.tsx')),
    page('/restock', 'service:restocks.page', 'service', () => import('../areas/restock.tsx')),
    page('/sandbox', 'service:trials.title', 'service', () => import('../areas/trials.tsx')),
  ]),

  ...inLayout('pay', [
    page('/pay', 'pay:pages.confirm.title', ['pay', 'recharges'], async () => ({
      Page: (await import('../areas/pay-pages.tsx')).PayPage,
    })),
    page('/h5Pay', 'pay:pages.step.title', ['pay', 'recharges'], async () => ({
      Page: (await import('../areas/pay-pages.tsx')).TicketPage,
    })),
  ]),

  ...inLayout('docs', [
    document('/docs/how-to-buy', 'shell.guides.howToBuy', 'howToBuy'),
    document('/docs/top-up', 'shell.guides.topUp', 'topUp'),
    ownDocument('/docs/refunds', 'shell.guides.refunds', 'refunds'),
    document('/docs/support', 'shell.guides.support', 'support'),
    ownDocument('/docs/terms', 'shell.terms', 'terms'),
    ownDocument('/docs/privacy', 'shell.privacy', 'privacy'),
    page('/docs/api', 'service:api.title', 'service', () => import('../areas/docs/api-guide.tsx')),
    // Their navigation leads on.
    page('/report', 'service:reports.title', 'service', () => import('../areas/report.tsx')),
    page('/ban-page', 'service:banned.title', 'service', () => import('../areas/ban-page.tsx')),
  ]),

  ...inLayout('admin', [
    adminPage('dataBoard'),
    adminPage('order'),
    adminPage('sales', ['sales.title', 'sales.lede']),
    adminPage('user', ['users.title']),
    adminPage('role', ['roles.title', 'roles.lede']),
    adminPage('recharge'),
    adminPage('support', ['support.title'], 'service'),
    adminPage('goods'),
    adminPage('prices'),
    adminPage('agent', ['agents.title', 'agents.lede']),
    adminPage('config'),
    adminPage('audit'),
    missing('/admin/*'),
  ]),

  ...inLayout('shop', [page('/no-access', 'service:noAccess.title', 'service', loadMissing), missing('*')]),
];
