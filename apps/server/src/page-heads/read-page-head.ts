import { CATEGORY_FOLDER, FAMILY_FOLDER, GOODS_FOLDER, titleOf } from '@portside/contract/wire/page-paths';
import { readCategoryHead, readFamilyHead, readGoodsHead } from '../features/goods/index.ts';
import { findPromotions } from '../features/prices/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { PageAddress, PageHead, PageReader, PreviewPicture } from '../platform/pages/insert-head.ts';
import { categoryDescriptions, headTexts, type PublicPage } from './page-heads.texts.ts';

type Shop = { readonly db: Db; readonly clock: Clock; readonly publicUrl: string };

/** 1,200 × 630, in the built-in colours and without any name, so that it suits every shop. */
const BUILT_IN_PICTURE = '/preview.png';

/**
 * The head of a public page (`ReadPageHead`). Addresses come from the shop's public URL only, never from the request.
 */
export async function readPageHead(
  shop: Shop,
  { path, query }: PageAddress,
  reader: PageReader,
): Promise<PageHead | null> {
  const page = publicPageAt(path, query);
  const category = page === 'goods' ? query.get('category') : null;
  // The list of a category's products is the category's page under another address.
  const address = category === null ? path.toLowerCase() : `${CATEGORY_FOLDER}/${category}`;
  const now = shop.clock.now();
  const ofOne = { ...shop, language: reader.language, now, findPromotions };
  const isIn = (folder: string): boolean => address.startsWith(`${folder}/`);
  const head = isIn(CATEGORY_FOLDER)
    ? await readCategoryHead(ofOne, address, categoryDescriptions[reader.language])
    : isIn(FAMILY_FOLDER)
      ? await readFamilyHead(ofOne, address)
      : isIn(GOODS_FOLDER)
        ? await readGoodsHead(ofOne, address)
        : null;
  if (head === null) return page === undefined ? null : headOf(page, shop, reader);
  const picture = head.picture === null ? pictureOf(shop, reader) : { address: head.picture, isWide: true };
  return { ...head, picture, isOfSettings: false };
}

function headOf(page: PublicPage, shop: Shop, reader: PageReader): PageHead {
  const { language, settings } = reader;
  const built = headTexts[language][page];
  const own = (name: 'headline' | 'lede'): string =>
    (page === 'home' && settings.brand?.textIn(name, language)) || '';
  return {
    title: titleOf(own('headline')) || built.title,
    description: own('lede') || built.description,
    text: '',
    canonical: new URL(ADDRESSES[page], shop.publicUrl).href,
    picture: pictureOf(shop, reader),
    type: 'website',
    data: null,
    isOfSettings: true,
  };
}

/** The operator's logo, a square; else the built-in picture. */
function pictureOf({ publicUrl }: Shop, { settings }: PageReader): PreviewPicture {
  const logo = settings.brand?.logo ?? null;
  const address = new URL(logo?.address ?? BUILT_IN_PICTURE, publicUrl).href;
  return { address, isWide: logo === null };
}

/** The one address of each, from the root of the site; the sitemap lists them in this order. */
export const ADDRESSES: Readonly<Record<PublicPage, string>> = {
  // Not the root: this page has its content without scripts, too.
  home: '/client/main',
  goods: '/client/purchase-account',
  howToBuy: '/docs/how-to-buy',
  topUp: '/docs/top-up',
  refunds: '/docs/refunds',
  support: '/docs/support',
  terms: '/docs/terms',
  privacy: '/docs/privacy',
  api: '/docs/api',
  report: '/report',
  signIn: '/login',
  register: '/login?mode=register',
  reset: '/login?mode=reset',
};

/** Addresses that lead to the same pages: redirects, and those of phones. */
const OTHERS: readonly (readonly [path: string, page: PublicPage])[] = [
  ['/', 'home'],
  ['/client', 'home'],
  ['/mobile', 'home'],
  ['/mobile/index', 'home'],
  ['/mobile/purchase-account', 'goods'],
  ['/docs', 'howToBuy'],
];

const MODES: ReadonlyMap<string | null, PublicPage> = new Map([
  ['register', 'register'],
  ['reset', 'reset'],
]);

const pages = new Map<string, PublicPage>([
  ...OTHERS,
  ...(Object.entries(ADDRESSES) as [PublicPage, string][])
    .filter(([, address]) => !address.includes('?'))
    .map(([page, address]) => [address, page] as const),
]);

/** The public page at an address, read as the browser's router reads it; undefined for every other. */
export function publicPageAt(path: string, query: URLSearchParams): PublicPage | undefined {
  const page = pages.get(path.toLowerCase().replace(/\/+$/, '') || '/');
  return page === 'signIn' ? (MODES.get(query.get('mode')) ?? page) : page;
}
