import type { BrandText, Language } from '@portside/contract';
import { textIn } from '@portside/contract/wire/text-in';
import { create } from 'zustand';

/** What the operator has made their own, as the server writes it into every page. */
export type ShownBrand = {
  readonly texts: { readonly [T in BrandText]?: { readonly [L in Language]?: string | undefined } };
  /** The address of a square picture; null for the built-in logo. */
  readonly logo: string | null;
  /** Rules that replace the theme's colours. */
  readonly css: string;
};

type State = {
  readonly shown: ShownBrand;
  /** Whether this tab shows the draft, which only its operator sees. */
  readonly isPreview: boolean;
};

const BUILT_IN: ShownBrand = { texts: {}, logo: null, css: '' };
const PREVIEW = 'brand-preview';

const useBrand = create<State>(() => {
  const preview = keptPreview();
  if (preview) writeStyle(preview.css);
  return { shown: preview ?? brandInHtml(), isPreview: preview !== null };
});

export const useIsPreview = (): boolean => useBrand((s) => s.isPreview);
export const useBrandLogo = (): string | null => useBrand((s) => s.shown.logo);

/** The operator's text in that language, or in another they wrote it in; empty for none. */
export const useBrandText = (name: BrandText, language: string): string =>
  useBrand((s) => textIn(s.shown.texts[name] ?? {}, language as Language));

/** Shows another brand in this page at once. */
export function showBrand(shown: ShownBrand): void {
  writeStyle(shown.css);
  useBrand.setState({ shown, isPreview: false });
}

/** Shows a draft in this tab, on every page, until the preview ends. */
export function startPreview(draft: ShownBrand): void {
  sessionStorage.setItem(PREVIEW, JSON.stringify(draft));
  writeStyle(draft.css);
  useBrand.setState({ shown: draft, isPreview: true });
}

/** Shows what visitors see again: it is in the HTML, also where it was published meanwhile. */
export function endPreview(): void {
  sessionStorage.removeItem(PREVIEW);
  const shown = brandInHtml();
  writeStyle(shown.css);
  useBrand.setState({ shown, isPreview: false });
}

function keptPreview(): ShownBrand | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREVIEW) ?? 'null') as ShownBrand | null;
  } catch {
    // Storage is unavailable, or there is none while pages are prerendered.
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
