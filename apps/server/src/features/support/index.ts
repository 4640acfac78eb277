/**
 * Owns the conversations between users and the shop: messages, images and read positions. Does not own the Telegram
 * contacts that it shows: agents and settings do.
 *
 * A blocked user's messages are in the same conversation (`write-while-blocked.ts`), within limits of their own.
 *
 * Invariant: a conversation's unread counts equal the number of messages after each side's read position.
 */

import type { Routes } from '../../platform/http/routes.ts';
import { readConversationImage, readSupportImage } from './images.ts';
import { listConversations, readConversation } from './list-conversations.ts';
import { assignConversation, closeConversation } from './assign-conversation.ts';
import { markConversationRead, markSupportRead } from './mark-read.ts';
import { listSupportColleagues, listSupportMessages, readSupport } from './read-support.ts';
import { answerConversation, answerWithImage, sendSupportImage, sendSupportMessage } from './send-message.ts';
import { listMessagesWhileBlocked, sendMessageWhileBlocked } from './write-while-blocked.ts';

export { readSupportAsked } from './add-message.ts';
export { ANSWER_MAIL, readAnswers, renderAnswer } from './send-message.ts';
export { findUnansweredConversations } from './list-conversations.ts';
export { expireImages, supportImages } from './images.ts';

export const supportRoutes = {
  readSupport,
  listSupportMessages,
  sendSupportMessage: (ctx, { body }) => sendSupportMessage(ctx, body),
  sendSupportImage: (ctx, { image }) => sendSupportImage(ctx, image),
  readSupportImage: (ctx, { params }, reply) => readSupportImage(ctx, BigInt(params.id), reply),
  markSupportRead: (ctx, { body }) => markSupportRead(ctx, BigInt(body.up_to)),
  listMessagesWhileBlocked,
  sendMessageWhileBlocked,
  listConversations,
  readConversation,
  assignConversation,
  closeConversation,
  listSupportColleagues: (ctx) => listSupportColleagues(ctx),
  answerConversation: (ctx, { params, body }) => answerConversation(ctx, BigInt(params.user_id), body),
  answerWithImage: (ctx, { params, image }) =>
    answerWithImage(ctx, { userId: BigInt(params.user_id), image }),
  markConversationRead: (ctx, { params, body }) =>
    markConversationRead(ctx, BigInt(params.user_id), BigInt(body.up_to)).then(() => null),
  readConversationImage: (ctx, { params }, reply) => readConversationImage(ctx, BigInt(params.id), reply),
} satisfies Partial<Routes>;
