import type { BrandText, Language } from '@portside/contract';
import { textIn } from '@portside/contract/wire/languages';
import { create } from 'zustand';
import { createSafeStorage } from '../stored/safe-storage.ts';
import { storedState, useStored } from '../stored/stored-state.ts';
import { useEffect } from 'react';

/** The operator's branding, as the server writes it into every page. */
export type ShownBrand = {
  readonly texts: { readonly [T in BrandText]?: { readonly [L in Language]?: string | undefined } };
  /** The address of a square picture; null for the built-in logo. */
  readonly logo: string | null;
  /** Rules that replace the theme's colours. */
  readonly css: string;
  /** In headers in place of logo and name, on light and on dark pages. */
  readonly wordmarks?: { readonly light: ShownWordmark | null; readonly dark: ShownWordmark | null };
  /** The address of the home page's picture. */
  readonly hero?: string;
};

/** `width` in pixels, at a height of 30. */
export type ShownWordmark = { readonly address: string; readonly width: number };

type State = {
  readonly published: ShownBrand;
  /** Replaces the published one in a tab that previews it; null in all others. */
  readonly draft: ShownBrand | null;
};

const BUILT_IN: ShownBrand = { texts: {}, logo: null, css: '' };
const PREVIEW = 'brand-preview';
/** Of this tab; there is none while pages are prerendered. */
const storage = createSafeStorage(() => sessionStorage);

const useBrand = create<State>(() => {
  const draft = keptPreview();
  if (draft) writeStyle(draft.css);
  return { published: brandInHtml(), draft };
});

const shownIn = ({ published, draft }: State): ShownBrand => draft ?? published;

/** Whether this tab shows the draft, which only its operator sees. */
export const useIsPreview = (): boolean => useBrand((s) => s.draft !== null);
export const useBrandLogo = (): string | null => useBrand((s) => shownIn(s).logo);
export const useBrandWordmarks = (): ShownBrand['wordmarks'] => useBrand((s) => shownIn(s).wordmarks);
export const useBrandHero = (): string | undefined => useBrand((s) => shownIn(s).hero);

/** The operator's text in that language, or in another that has one; empty if none. */
export const useBrandText = (name: BrandText, language: string): string =>
  useBrand((s) => textIn(shownIn(s).texts[name] ?? {}, language as Language));

/** Shows what was published in this page at once, also instead of a preview; null for the built-in brand. */
export function showBrand(published: ShownBrand | null): void {
  storage.removeItem(PREVIEW);
  show({ published: published ?? BUILT_IN, draft: null });
}

/** Shows a draft in this tab, on every page, until the preview ends. */
export function startPreview(draft: ShownBrand): void {
  storage.setItem(PREVIEW, JSON.stringify(draft));
  show({ ...useBrand.getState(), draft });
}

/** Shows what visitors see again. */
export const endPreview = (): void => showBrand(useBrand.getState().published);

function show(state: State): void {
  writeStyle(shownIn(state).css);
  useBrand.setState(state);
}

function keptPreview(): ShownBrand | null {
  const kept = storage.getItem(PREVIEW);
  try {
    return typeof kept === 'string' ? (JSON.parse(kept) as ShownBrand) : null;
  } catch {
    return null;
  }
}

function brandInHtml(): ShownBrand {
  if (typeof document === 'undefined') return BUILT_IN;
  const block = document.querySelector('script#brand')?.textContent;
  return block ? (JSON.parse(block) as ShownBrand) : BUILT_IN;
}

function writeStyle(css: string): void {
  const place = document.querySelector('style#brand-style') ?? document.createElement('style');
  place.id = 'brand-style';
  place.textContent = css;
  if (!place.isConnected) document.head.append(place);
}

/** The name in the built HTML; the server replaces it with the shop's own. */
const BUILT_NAME = 'Portside';

/** Kept from the last visit: the HTML is newer. */
const keptName = storedState().webConfig?.site_name;

/** The shop's name in the reader's language: the brand's; else from the settings, or from the HTML until they load. */
export function useSiteName(language: string): string {
  const ofBrand = useBrandText('name', language);
  const ofSettings = useStored((s) => s.webConfig?.site_name);
  if (ofBrand !== '') return ofBrand;
  return ofSettings === undefined || ofSettings === keptName ? nameInHtml() : ofSettings;
}

function nameInHtml(): string {
  // There is no document while pages are prerendered.
  if (typeof document === 'undefined') return BUILT_NAME;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? BUILT_NAME;
}

const useTitle = create<{ readonly own: string | null }>(() => ({ own: null }));

/**
 * Gives the page a title of its own, such as a product's name, in place of the one in the site map; null for none, so
 * that a part of the page may give it one.
 */
export function useOwnTitle(own: string | null): void {
  useEffect(() => {
    if (own === null) return undefined;
    useTitle.setState({ own });
    return () => useTitle.setState({ own: null });
  }, [own]);
}

/** The open page's own title; null if it uses the one in the site map. */
export const useShownTitle = (): string | null => useTitle((s) => s.own);

type GoodsData = { readonly name: string; readonly description: string };

const UNKNOWN: GoodsData = { name: '', description: '' };

/**
 * What the HTML that was loaded says of this product, or of `category-ID`, as structured data; empty if it is about
 * something else.
 */
export function readGoodsData(id: string): GoodsData {
  // While pages are prerendered there is no document.
  if (typeof document === 'undefined') return UNKNOWN;
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}';
  const data = JSON.parse(text) as Partial<GoodsData> & {
    readonly sku?: string;
    readonly identifier?: string;
  };
  return (data.sku ?? data.identifier) === id ? { ...UNKNOWN, ...data } : UNKNOWN;
}
