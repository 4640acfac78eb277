import { useQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';

/** Claims of one of the buyer's own orders, newest first. */
export const useWarrantyClaims = (orderNo: string) =>
  useQuery({ ...query('listOrderWarrantyClaims', { params: { order_no: orderNo } }), select: itemsOf });
