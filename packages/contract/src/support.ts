import * as z from 'zod/mini';
import { UserStatus } from './users.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, Nothing, page, pageQuery, paragraphs, PromotionCode, Time } from './wire/values.ts';

/** A message: a text, or an image that has its own endpoint. */
export const SupportMessage = z.object({
  id: Id,
  from: z.enum(['user', 'shop']),
  text: z.nullable(z.string()),
  has_image: z.boolean(),
  /** The image was deleted after its retention; the message stays. */
  image_deleted: z.boolean(),
  created_at: Time,
});
export type SupportMessage = z.infer<typeof SupportMessage>;

/** A message as admins see it, with the admin who wrote it; null for one of the user's own. */
export const AnsweredMessage = z.extend(SupportMessage, { answered_by: z.nullable(z.string()) });
export type AnsweredMessage = z.infer<typeof AnsweredMessage>;

/** The contact for a visitor or buyer: the agent who referred them, or the shop. */
export const SupportContact = z.object({
  from: z.enum(['agent', 'shop']),
  name: z.string(),
  /** Empty if there is none. */
  telegram: z.string(),
});
export type SupportContact = z.infer<typeof SupportContact>;

/** `open`: the user wrote last. `waiting`: the shop did. `closed`: until either writes again. */
export const CONVERSATION_STATES = ['open', 'waiting', 'closed'] as const;
export const ConversationState = z.enum(CONVERSATION_STATES);
export type ConversationState = z.infer<typeof ConversationState>;

export const Conversation = z.object({
  user: z.object({ id: Id, username: z.string(), email: z.string(), status: UserStatus }),
  /** The support ID that the user quotes in other channels. */
  reference: z.string(),
  /** Messages of the user that no admin has read. */
  unread: z.int(),
  last_message: z.nullable(SupportMessage),
  state: ConversationState,
  /** The colleague who looks after it. */
  assigned_to: z.nullable(z.object({ id: Id, username: z.string() })),
});
export type Conversation = z.infer<typeof Conversation>;

const Written = z.object({ text: paragraphs(2_000, 1) });
const ReadTo = z.object({ up_to: Id });
const OfUser = z.object({ user_id: Id });
const OfMessage = z.object({ id: Id });
const images = { json: false, types: ['image/png', 'image/jpeg', 'image/webp'] } as const;

export const supportEndpoints = endpoints({
  readSupport: {
    access: 'visitor',
    summary: 'Support contact; signed-in users also get their support ID and the number of unread replies',
    query: z.object({ promotion_code: z.optional(PromotionCode) }),
    data: z.object({
      contact: SupportContact,
      reference: z.nullable(z.string()),
      unread: z.int(),
      /** True for admins, and for buyers who have ordered or paid something. */
      may_send_images: z.boolean(),
    }),
  },
  listSupportMessages: {
    access: 'user',
    summary: "The caller's conversation with the shop, newest first",
    query: z.object(pageQuery),
    data: z.extend(page(SupportMessage), { unread: z.int() }),
  },
  sendSupportMessage: {
    access: 'user',
    perMinute: 30,
    summary: 'Send a message to the shop',
    body: Written,
    data: SupportMessage,
  },
  sendSupportImage: {
    access: 'user',
    perMinute: 10,
    summary:
      'Send an image to the shop (PNG, JPEG or WebP, at most 5 MB), as a buyer who has ordered or paid something',
    image: true,
    data: SupportMessage,
  },
  readSupportImage: {
    access: 'user',
    summary: "An image of the caller's conversation, by its message",
    params: OfMessage,
    raw: images,
    data: z.string(),
  },
  markSupportRead: {
    access: 'user',
    summary: 'Mark replies as read, up to this one',
    body: ReadTo,
    data: z.object({ unread: z.int() }),
  },
  listMessagesWhileBlocked: {
    access: 'blocked',
    summary:
      "A blocked user's conversation with the shop, newest first; by the pass of a refused sign-in, or a session from before",
    query: z.object(pageQuery),
    data: page(SupportMessage),
  },
  sendMessageWhileBlocked: {
    access: 'blocked',
    perMinute: 10,
    summary: 'Send a message to the shop as a blocked user',
    body: Written,
    data: SupportMessage,
  },

  listConversations: {
    summary: 'Conversations with users: unread first, then most recent',
    query: z.object({
      ...pageQuery,
      /** A prefix of a username or an e-mail address, or a whole reference. */
      q: z.optional(line(100)),
      unread: z.optional(z.enum(['true', 'false'])),
      state: z.optional(ConversationState),
      /** `me`: assigned to the caller; `nobody`: to nobody. */
      assigned: z.optional(z.enum(['me', 'nobody'])),
    }),
    data: z.extend(page(Conversation), {
      /** Conversations with unread messages, regardless of the filter. */
      unread_conversations: z.int(),
    }),
  },
  readConversation: {
    summary: "A user's conversation, its messages newest first",
    params: OfUser,
    query: z.object(pageQuery),
    data: z.extend(page(AnsweredMessage), { conversation: Conversation }),
  },
  answerConversation: {
    summary: 'Send a message to a user',
    params: OfUser,
    body: Written,
    data: AnsweredMessage,
  },
  answerWithImage: {
    perMinute: 30,
    summary: 'Send an image to a user (PNG, JPEG or WebP, at most 5 MB)',
    params: OfUser,
    image: true,
    data: AnsweredMessage,
  },
  assignConversation: {
    summary: 'Give a conversation to a colleague who may answer it, or to nobody',
    params: OfUser,
    /** Nobody, if absent. */
    body: z.object({ assignee: z.optional(Id) }),
    data: Conversation,
  },
  closeConversation: {
    summary: 'Close a conversation until somebody writes again, or open it',
    params: OfUser,
    body: z.object({
      closed: z.boolean(),
      /** The last message that the caller has seen: one that came after it keeps the conversation open. */
      up_to: z.optional(Id),
    }),
    data: Conversation,
  },
  listSupportColleagues: {
    summary: 'Who may answer conversations',
    data: z.object({ items: z.array(z.object({ id: Id, username: z.string() })) }),
  },
  markConversationRead: {
    summary: "Mark a user's messages as read, up to this one",
    params: OfUser,
    body: ReadTo,
    data: Nothing,
  },
  readConversationImage: {
    summary: 'An image of any conversation, by its message',
    params: OfMessage,
    raw: images,
    data: z.string(),
  },
});
