/**
 * Owns the answers that support writes often, in the shop's languages. Does not send them: a colleague reads and sends
 * what the page has filled in.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { listSavedReplies, createSavedReply, updateSavedReply, deleteSavedReply } from './saved-replies.ts';

export const savedRepliesRoutes = {
  listSavedReplies,
  createSavedReply,
  updateSavedReply,
  deleteSavedReply,
} satisfies Partial<Routes>;
