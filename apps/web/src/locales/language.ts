import type { Language } from '@portside/contract';
import { chosenLanguage, pickLanguage, storedState, useStored } from '../lib/stored/stored-state.ts';
import type {
  AddressCatalogue,
  AdminCatalogue,
  BrowseCatalogue,
  Catalogue,
  HomeCatalogue,
  OrdersCatalogue,
  PayCatalogue,
  ProductCatalogue,
  RechargesCatalogue,
  ServiceCatalogue,
} from './catalogue.ts';
import { chooseLanguage } from './choose-language.ts';
import { translator } from './use-translation.ts';

const shop: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  'zh-cn': () => import('./zh-cn/index.ts'),
  en: () => import('./en/index.ts'),
  pt: () => import('./pt/index.ts'),
  ru: () => import('./ru/index.ts'),
};

const browseOf = async ({ browse: texts }: BrowseCatalogue) => ({ catalogue: { browse: texts } });
const browse: Record<Language, () => Promise<{ catalogue: BrowseCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/browse.ts').then(browseOf),
  en: () => import('./en/browse.ts').then(browseOf),
  pt: () => import('./pt/browse.ts').then(browseOf),
  ru: () => import('./ru/browse.ts').then(browseOf),
};

const homeOf = async ({ home: texts }: HomeCatalogue) => ({ catalogue: { home: texts } });
const home: Record<Language, () => Promise<{ catalogue: HomeCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/home.ts').then(homeOf),
  en: () => import('./en/home.ts').then(homeOf),
  pt: () => import('./pt/home.ts').then(homeOf),
  ru: () => import('./ru/home.ts').then(homeOf),
};

const ordersOf = async ({ orders: texts }: OrdersCatalogue) => ({ catalogue: { orders: texts } });
const orders: Record<Language, () => Promise<{ catalogue: OrdersCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/orders.ts').then(ordersOf),
  en: () => import('./en/orders.ts').then(ordersOf),
  pt: () => import('./pt/orders.ts').then(ordersOf),
  ru: () => import('./ru/orders.ts').then(ordersOf),
};

const productOf = async ({ product: texts }: ProductCatalogue) => ({ catalogue: { product: texts } });
const product: Record<Language, () => Promise<{ catalogue: ProductCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/product.ts').then(productOf),
  en: () => import('./en/product.ts').then(productOf),
  pt: () => import('./pt/product.ts').then(productOf),
  ru: () => import('./ru/product.ts').then(productOf),
};

const rechargesOf = async ({ recharges: texts }: RechargesCatalogue) => ({ catalogue: { recharges: texts } });
const recharges: Record<Language, () => Promise<{ catalogue: RechargesCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/recharges.ts').then(rechargesOf),
  en: () => import('./en/recharges.ts').then(rechargesOf),
  pt: () => import('./pt/recharges.ts').then(rechargesOf),
  ru: () => import('./ru/recharges.ts').then(rechargesOf),
};

const address: Record<Language, () => Promise<{ catalogue: AddressCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/address.ts'),
  en: () => import('./en/address.ts'),
  pt: () => import('./pt/address.ts'),
  ru: () => import('./ru/address.ts'),
};

const admin: Record<Language, () => Promise<{ catalogue: AdminCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/admin/index.ts'),
  en: () => import('./en/admin/index.ts'),
  pt: () => import('./pt/admin/index.ts'),
  ru: () => import('./ru/admin/index.ts'),
};

const pay: Record<Language, () => Promise<{ catalogue: PayCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/pay/index.ts'),
  en: () => import('./en/pay/index.ts'),
  pt: () => import('./pt/pay/index.ts'),
  ru: () => import('./ru/pay/index.ts'),
};

const service: Record<Language, () => Promise<{ catalogue: ServiceCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/service/index.ts'),
  en: () => import('./en/service/index.ts'),
  pt: () => import('./pt/service/index.ts'),
  ru: () => import('./ru/service/index.ts'),
};

/**
 * The back office, payment pages, own addresses, and what a buyer opens now and then (security, support, claims, the
 * agent's page) are groups of their own; home page, lists of products, a product, orders and top-ups join the shop's. So no page
 * carries what it does not show.
 */
const catalogues = {
  translation: shop,
  browse,
  home,
  orders,
  product,
  recharges,
  address,
  admin,
  pay,
  service,
};
type LaterTexts = Exclude<keyof typeof catalogues, 'translation'>;
const JOINS_SHOP = new Set<keyof typeof catalogues>(['browse', 'home', 'orders', 'product', 'recharges']);
const groupOf = (name: keyof typeof catalogues): string => (JOINS_SHOP.has(name) ? 'translation' : name);
const loaded = new Set<string>();
const inUse = new Set<keyof typeof catalogues>(['translation']);
const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();

/** Loads the reader's catalogue and speaks its language. Call once, before the first render. */
export async function startLanguage(): Promise<void> {
  const language = chooseLanguage(chosenLanguage(storedState()), navigator.languages);
  await startIn(language);
  document.documentElement.lang = language;
  followStored();
}

/** Speaks this language. */
export async function startIn(language: Language): Promise<void> {
  const { catalogue } = await shop[language]();
  translator.add(language, 'translation', catalogue);
  translator.changeLanguage(language);
  loaded.add(`${language} translation`);
  hasStarted();
}

/** Clearing the storage clears the choice too: the page then speaks the browser's language again. */
function followStored(): void {
  useStored.subscribe((now, before) => {
    const chosen = chosenLanguage(now);
    if (chosen !== chosenLanguage(before)) void showLanguage(chooseLanguage(chosen, navigator.languages));
  });
}

/** Keeps the reader's choice; the page changes once the catalogue is there. */
export const setLanguage = (language: Language): void => pickLanguage(language);

async function showLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  document.documentElement.lang = language;
  translator.changeLanguage(language);
}

/** The same for a page that is drawn at build time. */
export async function loadLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  translator.changeLanguage(language);
}

/** Loads further texts; from then on they follow the language like all others. */
async function startTexts(...names: LaterTexts[]): Promise<void> {
  names.forEach((name) => inUse.add(name));
  await loadTexts(chooseLanguage(chosenLanguage(storedState()), navigator.languages));
}

/** Loads a page or a part of one together with its texts. */
export const withTexts =
  <T>(names: LaterTexts | readonly LaterTexts[], load: () => Promise<T>): (() => Promise<T>) =>
  async () =>
    (await Promise.all([load(), startTexts(...[names].flat())]))[0];

async function loadTexts(language: Language): Promise<void> {
  await started;
  const missing = [...inUse].filter((name) => !loaded.has(`${language} ${name}`));
  const load = async (name: keyof typeof catalogues) => {
    const { catalogue } = await catalogues[name][language]();
    translator.add(language, groupOf(name), catalogue);
    loaded.add(`${language} ${name}`);
  };
  await Promise.all(missing.map(load));
}
