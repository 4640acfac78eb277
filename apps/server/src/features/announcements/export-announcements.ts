import { textIn, type Announcement, type Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { listAnnouncements } from './list-announcements.ts';

/** The announcements that match a filter as a CSV file, newest first, with titles in the reader's language. */
export const exportAnnouncements = (
  ctx: Ctx,
  { query }: Input<'exportAnnouncements'>,
  reply: FastifyReply,
): Promise<unknown> => {
  const columns: Columns<Announcement> = {
    id: (announcement) => announcement.id,
    created_at: (announcement) => announcement.created_at,
    updated_at: (announcement) => announcement.updated_at,
    placement: (announcement) => announcement.position,
    state: (announcement) => announcement.state,
    title: ({ title }) => textIn(title, ctx.language),
    starts_at: (announcement) => announcement.starts_at,
    ends_at: (announcement) => announcement.ends_at,
    is_shown: (announcement) => announcement.is_shown,
  };
  return sendList(ctx, reply, {
    name: 'announcements',
    action: 'announcement.export',
    subject: 'announcement',
    query,
    columns,
    readPage: (page) => listAnnouncements(ctx, { query: { ...query, ...page } }),
  });
};
