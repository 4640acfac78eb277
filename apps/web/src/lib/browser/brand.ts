import type { BrandText, Language } from '@portside/contract';
import { textIn } from '@portside/contract/wire/text-in';
import { create } from 'zustand';
import { createSafeStorage } from '../stored/safe-storage.ts';

/** What the operator has made their own, as the server writes it into every page. */
export type ShownBrand = {
  readonly texts: { readonly [T in BrandText]?: { readonly [L in Language]?: string | undefined } };
  /** The address of a square picture; null for the built-in logo. */
  readonly logo: string | null;
  /** Rules that replace the theme's colours. */
  readonly css: string;
};

type State = {
  readonly published: ShownBrand;
  /** In place of the published one, in a tab that previews it; null in every other. */
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

/** The operator's text in that language, or in another they wrote it in; empty for none. */
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
