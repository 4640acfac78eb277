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
import { chooseLanguage } from './languages.ts';
import { translator } from './use-translation.ts';

const shop: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  'zh-cn': () => import('./zh-cn/index.ts'),
  en: () => import('./en/index.ts'),
  pt: () => import('./pt/index.ts'),
  ru: () => import('./ru/index.ts'),
};

/** A module of texts that join the shop's: what it exports is its part of the catalogue. */
const joins =
  <C>(load: () => Promise<C>) =>
  async (): Promise<{ catalogue: C }> => ({ catalogue: await load() });

const browse: Record<Language, () => Promise<{ catalogue: BrowseCatalogue }>> = {
  'zh-cn': joins(() => import('./zh-cn/browse.ts')),
  en: joins(() => import('./en/browse.ts')),
  pt: joins(() => import('./pt/browse.ts')),
  ru: joins(() => import('./ru/browse.ts')),
};

const home: Record<Language, () => Promise<{ catalogue: HomeCatalogue }>> = {
  'zh-cn': joins(() => import('./zh-cn/home.ts')),
  en: joins(() => import('./en/home.ts')),
  pt: joins(() => import('./pt/home.ts')),
  ru: joins(() => import('./ru/home.ts')),
};

const orders: Record<Language, () => Promise<{ catalogue: OrdersCatalogue }>> = {
  'zh-cn': joins(() => import('./zh-cn/orders.ts')),
  en: joins(() => import('./en/orders.ts')),
  pt: joins(() => import('./pt/orders.ts')),
  ru: joins(() => import('./ru/orders.ts')),
};

const product: Record<Language, () => Promise<{ catalogue: ProductCatalogue }>> = {
  'zh-cn': joins(() => import('./zh-cn/product.ts')),
  en: joins(() => import('./en/product.ts')),
  pt: joins(() => import('./pt/product.ts')),
  ru: joins(() => import('./ru/product.ts')),
};

const recharges: Record<Language, () => Promise<{ catalogue: RechargesCatalogue }>> = {
  'zh-cn': joins(() => import('./zh-cn/recharges.ts')),
  en: joins(() => import('./en/recharges.ts')),
  pt: joins(() => import('./pt/recharges.ts')),
  ru: joins(() => import('./ru/recharges.ts')),
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
  'zh-cn': () => import('./zh-cn/pay.ts'),
  en: () => import('./en/pay.ts'),
  pt: () => import('./pt/pay.ts'),
  ru: () => import('./ru/pay.ts'),
};

const service: Record<Language, () => Promise<{ catalogue: ServiceCatalogue }>> = {
  'zh-cn': () => import('./zh-cn/service/index.ts'),
  en: () => import('./en/service/index.ts'),
  pt: () => import('./pt/service/index.ts'),
  ru: () => import('./ru/service/index.ts'),
};

/**
 * The back office, payment pages, own addresses, and what a buyer opens now and then (security, support, claims, the
 * agent's page) are groups of their own; home page, lists of products, a product, orders and top-ups join the shop's.
 * So no page carries what it does not show.
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
