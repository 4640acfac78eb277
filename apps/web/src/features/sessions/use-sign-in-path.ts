import { useLocation } from '../../lib/router/hooks.ts';
import { pathWithIntent, useOrderIntent } from '../../lib/stored/order-intent.ts';

/** Pages that visitors come back to after signing in; from others the shop's front page opens. */
const WORTH_RETURNING = /^\/(product|client\/purchase-account|sandbox)\b/i;

/** Where signing in leads from this page, and how: back to it, and to what was typed into its order form. */
export function useSignInPath(): (...query: 'mode=register'[]) => string {
  const { pathname, search } = useLocation();
  const intent = useOrderIntent();
  const back = encodeURIComponent(pathWithIntent(pathname + search, intent));
  const redirect = WORTH_RETURNING.test(pathname) ? [`redirect=${back}`] : [];
  return (...query) => `/login?${[...query, ...redirect].join('&')}`.replace(/\?$/, '');
}
