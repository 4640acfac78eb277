/**
 * Owns the conversations between users and the shop: their messages, who has read how far, and whose images
 * they hold. Does not own the Telegram contacts that it names: agents and settings do.
 *
 * Invariant: a conversation's counts of unread messages are those of the messages after what each side has read.
 */
export { findWaitingConversations } from './inbox.sql.ts';
export { supportRoutes } from './support.routes.ts';
