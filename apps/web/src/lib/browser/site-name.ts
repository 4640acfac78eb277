import { useStored } from '../stored/stored-state.ts';

/** The name that the build writes into its HTML; who serves it puts the shop's own in its place. */
const BUILT_NAME = 'Portside';

/** The shop's name: as its settings say it, and until they are here as the HTML does. */
export const useSiteName = (): string => useStored((s) => s.webConfig?.site_name) ?? nameInHtml();

function nameInHtml(): string {
  // The build draws pages where there is no document.
  if (typeof document === 'undefined') return BUILT_NAME;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? BUILT_NAME;
}
