import { useAddressPart } from '../../../lib/format/address-part.ts';

/** The product whose order is open. */
export const useChosenGoods = () => useAddressPart('goods', /^\d{1,18}$/);
