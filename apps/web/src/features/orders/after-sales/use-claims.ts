import { useQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';

/** What was claimed of an own order, newest first. */
export const useClaims = (orderNo: string) =>
  useQuery({ ...query('listOrderClaims', { params: { order_no: orderNo } }), select: itemsOf });
