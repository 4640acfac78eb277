import type { Routes } from '../../platform/http/routes.ts';
import { markConversationRead, markSupportRead } from './mark-read.ts';
import { listConversations, readConversation } from './read-conversations.ts';
import { readConversationImage, readSupportImage } from './read-image.ts';
import { listSupportMessages, readSupport } from './read-support.ts';
import { answerConversation, answerWithImage, sendSupportImage, sendSupportMessage } from './send-message.ts';
import { listMessagesWhileBlocked, sendMessageWhileBlocked } from './write-while-blocked.ts';

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
  answerConversation: (ctx, { params, body }) => answerConversation(ctx, BigInt(params.user_id), body),
  answerWithImage: (ctx, { params, image }) =>
    answerWithImage(ctx, { userId: BigInt(params.user_id), image }),
  markConversationRead: (ctx, { params, body }) =>
    markConversationRead(ctx, BigInt(params.user_id), BigInt(body.up_to)).then(() => null),
  readConversationImage: (ctx, { params }, reply) => readConversationImage(ctx, BigInt(params.id), reply),
} satisfies Partial<Routes>;
