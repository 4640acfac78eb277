import { useAddressPart } from '../../../lib/format/address-part.ts';

/** The order whose details are open. */
export const useOpenedOrder = () => useAddressPart('order', /^[0-9A-Z]{8,40}$/);
