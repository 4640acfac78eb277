import { useUrlParam } from '../../../lib/browser/use-url-param.ts';

/** The order whose details are open, kept in the URL. */
export const useOpenedOrder = () => useUrlParam('order', /^[0-9A-Z]{8,40}$/);
