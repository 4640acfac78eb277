import { useUrlParam } from '../../../lib/browser/use-url-param.ts';

/** The product whose order is open. */
export const useChosenGoods = () => useUrlParam('goods', /^\d{1,18}$/);
