import { useLocation } from '../../lib/router/hooks.ts';
import { pathWithIntent, useOrderIntent } from '../../lib/stored/order-intent.ts';

/** Pages that visitors come back to after signing in; from others the shop's front page opens. */
const WORTH_RETURNING = /^\/(product\/|(client|mobile)\/purchase-account\/*$|sandbox\/*$)/i;

/** Where signing in leads from this page, and how: back to it, and to what was typed into its order form. */
export function useSignInPath(): (mode?: 'register') => string {
  const { pathname, search } = useLocation();
  const intent = useOrderIntent();
  const query = new URLSearchParams();
  if (WORTH_RETURNING.test(pathname)) query.set('redirect', pathWithIntent(pathname + search, intent));
  return (mode) => {
    const whole = new URLSearchParams([...(mode === undefined ? [] : [['mode', mode]]), ...query]);
    return whole.size > 0 ? `/login?${whole}` : '/login';
  };
}
