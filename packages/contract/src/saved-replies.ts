import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, inLanguages, line, Nothing, page, paragraphs, Time, wholeListQuery } from './wire/values.ts';

/** What stands for facts of the buyer who is answered, in braces; filled in before an answer is sent. */
export const REPLY_PLACEHOLDERS = ['name', 'order', 'balance', 'shop'] as const;
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number];

const texts = inLanguages(paragraphs(2_000));

export const SavedReply = z.object({ id: Id, name: z.string(), texts, updated_at: Time });
export type SavedReply = z.infer<typeof SavedReply>;

const ReplyId = z.object({ id: Id });
const written = z.object({ name: line(60, 1), texts });

export const savedRepliesEndpoints = endpoints({
  listSavedReplies: {
    summary: 'Answers that support writes often, by name',
    query: z.object(wholeListQuery),
    data: page(SavedReply),
  },
  createSavedReply: {
    freshCode: true,
    summary: 'Save an answer in one language at least; {name}, {order}, {balance} and {shop} are filled in',
    body: written,
    data: SavedReply,
  },
  updateSavedReply: {
    freshCode: true,
    summary: 'Change a saved answer',
    params: ReplyId,
    body: written,
    data: SavedReply,
  },
  deleteSavedReply: { summary: 'Delete a saved answer', params: ReplyId, data: Nothing },
});
