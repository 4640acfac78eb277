import { useUrlParam } from '../../../lib/browser/use-url-param.ts';

/** The product whose order dialog is open, kept in the URL. */
export const useChosenGoods = () => useUrlParam('goods', /^\d{1,18}$/);
