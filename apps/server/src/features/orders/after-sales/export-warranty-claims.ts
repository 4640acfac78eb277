import type { AdminWarrantyClaim, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { listAllWarrantyClaims } from './list-warranty-claims.ts';

const COLUMNS: Columns<AdminWarrantyClaim> = {
  id: (claim) => claim.id,
  created_at: (claim) => claim.created_at,
  order_no: (claim) => claim.order_no,
  username: ({ buyer }) => buyer.username,
  product_id: ({ goods }) => goods.id,
  product: ({ goods }) => goods.name,
  accounts: (claim) => claim.accounts,
  state: (claim) => claim.state,
  replaced: (claim) => claim.replaced,
  refunded: (claim) => claim.refunded,
  reason: (claim) => claim.reason,
  settled_at: (claim) => claim.settled_at,
  settled_by: (claim) => claim.settled_by,
  answer: (claim) => claim.answer,
};

/** The warranty claims of a filter as a file, in the order of the list. */
export const exportWarrantyClaims = (
  ctx: Ctx,
  { query }: Input<'exportWarrantyClaims'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'warranty-claims',
    action: 'claim.export',
    subject: 'claim',
    query,
    columns: COLUMNS,
    readPage: (page) => listAllWarrantyClaims(ctx, { query: { ...query, ...page } }),
  });
