/**
 * Owns the conversations between users and the shop: messages, images and read positions. Does not own the Telegram
 * contacts that it shows: agents and settings do.
 *
 * A blocked user's messages are in the same conversation (`write-while-blocked.ts`), within limits of their own.
 *
 * Invariant: a conversation's unread counts equal the number of messages after each side's read position.
 */
export { ANSWER_MAIL, renderAnswer } from './answer-mail.ts';
export { findUnansweredConversations } from './inbox.sql.ts';
export { expireImages } from './expire-images.job.ts';
export { supportImages } from './images.sql.ts';
export { supportRoutes } from './support.routes.ts';
