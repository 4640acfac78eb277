import { useStored } from '../stored/stored-state.ts';

/** The name in the built HTML; the server replaces it with the shop's own. */
const BUILT_NAME = 'Portside';

/** The shop's name from its settings; until they have loaded, from the HTML. */
export const useSiteName = (): string => useStored((s) => s.webConfig?.site_name) ?? nameInHtml();

function nameInHtml(): string {
  // There is no document while pages are prerendered.
  if (typeof document === 'undefined') return BUILT_NAME;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? BUILT_NAME;
}
