import type { Routes } from '../../platform/http/routes.ts';
import { sendImage } from '../../platform/http/send-image.ts';
import type { Uploads } from '../../platform/uploads/uploads.ts';
import { markConversationRead, markSupportRead } from './mark-read.ts';
import { listConversations, readConversation } from './read-conversations.ts';
import { findAnyImage, findOwnImage } from './read-image.ts';
import { listSupportMessages, readSupport } from './read-support.ts';
import { answerUser, sendSupportMessage } from './send-message.ts';

export const supportRoutes = (uploads: Uploads) =>
  ({
    readSupport,
    listSupportMessages,
    sendSupportMessage: (ctx, { body }) => sendSupportMessage(ctx, body),
    sendSupportImage: (ctx, { image }) =>
      uploads.keepFor(image, (name) => sendSupportMessage(ctx, { image: name })),
    readSupportImage: async (ctx, { params }, reply) =>
      sendImage(reply, await uploads.read(await findOwnImage(ctx, BigInt(params.id))), { isPublic: false }),
    markSupportRead: (ctx, { body }) => markSupportRead(ctx, BigInt(body.up_to)),
    listConversations,
    readConversation,
    answerConversation: (ctx, { params, body }) => answerUser(ctx, BigInt(params.user_id), body),
    answerWithImage: (ctx, { params, image }) =>
      uploads.keepFor(image, (name) => answerUser(ctx, BigInt(params.user_id), { image: name })),
    markConversationRead: async (ctx, { params, body }) => {
      await markConversationRead(ctx, BigInt(params.user_id), BigInt(body.up_to));
      return null;
    },
    readConversationImage: async (ctx, { params }, reply) =>
      sendImage(reply, await uploads.read(await findAnyImage(ctx, BigInt(params.id))), { isPublic: false }),
  }) satisfies Partial<Routes>;
