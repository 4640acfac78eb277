import { storedState, useStored } from '../stored/stored-state.ts';
import { useBrandText } from './brand.ts';

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
