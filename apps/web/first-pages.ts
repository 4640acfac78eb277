import type { Language } from '@portside/contract';

/**
 * Pages that people open first. The HTML of each names all files that its first paint needs, so they are fetched
 * at once and not in turn; what weighs how much is held by `scripts/size.test.ts`.
 */
export type FirstPage = {
  readonly path: string;
  /** What the router loads for it, below src. */
  readonly modules: readonly string[];
  /** Texts besides the shop's own. */
  readonly texts?: readonly string[];
  /**
   * For whom its HTML also shows it as it looks before anything has answered: absent for nobody. Nothing about a
   * person is known when it is drawn, so it must look the same for everybody who is meant.
   */
  readonly prerenderedFor?: { readonly isSignedIn?: boolean; readonly isPhone?: boolean };
};

const HOME = 'home.ts';
const ORDERS = 'orders.ts';
const RECHARGES = 'recharges.ts';
const PAY = 'pay/index.ts';

export const FIRST_PAGES: readonly FirstPage[] = [
  { path: '/login', modules: ['areas/login.tsx'], prerenderedFor: {} },
  {
    path: '/client/main',
    modules: ['areas/client/layout.tsx', 'areas/client/main.tsx'],
    texts: [HOME],
    prerenderedFor: { isSignedIn: false, isPhone: false },
  },
  {
    path: '/client/purchase-account',
    modules: ['areas/client/layout.tsx', 'areas/client/purchase-account.tsx'],
    prerenderedFor: { isSignedIn: false, isPhone: false },
  },
  {
    path: '/client/purchase-record',
    modules: ['areas/client/layout.tsx', 'areas/client/purchase-record.tsx'],
    texts: [ORDERS],
  },
  {
    path: '/client/amount-recharge',
    modules: ['areas/client/layout.tsx', 'areas/client/amount-recharge.tsx'],
    texts: [RECHARGES],
  },
  {
    path: '/mobile/index',
    modules: ['areas/mobile/layout.tsx', 'areas/mobile/index.tsx'],
    texts: [HOME],
    prerenderedFor: { isSignedIn: true, isPhone: true },
  },
  {
    path: '/mobile/cashRegister',
    modules: ['areas/mobile/layout.tsx', 'areas/mobile/cash-register.tsx'],
    texts: [PAY, RECHARGES],
  },
  { path: '/pay', modules: ['areas/pay/layout.tsx', 'areas/pay/pay.tsx'], texts: [PAY, RECHARGES] },
  { path: '/h5Pay', modules: ['areas/pay/layout.tsx', 'areas/pay/h5-pay.tsx'], texts: [PAY, RECHARGES] },
];

/** The modules below src that a page is made of, in this language. */
export const modulesOf = ({ modules, texts = [] }: FirstPage, language: Language): string[] => [
  ...modules,
  ...['index.ts', ...texts].map((file) => `locales/${language}/${file}`),
];
