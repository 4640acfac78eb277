import * as z from 'zod/mini';
import { Proposal, Reason } from './approvals.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, page, pageQuery, pasted, PositiveAmount, Time, whole } from './wire/values.ts';
import { decodeLink, plainText } from './wire/plain-text.ts';
import { toLatin } from './wire/promotion-code.ts';

/** Without I, L, O, 0 and 1, which are taken for each other. Their number is a prime, on which the check rests. */
export const REDEEM_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Characters of a code, the last of which checks the others. */
const LENGTH = 16;
const CODE = new RegExp(`^[${REDEEM_ALPHABET}]{${LENGTH}}$`);
/** Four groups of four, as the shop writes a code. */
const GROUPED = new RegExp(
  `(?<![A-Z0-9])(?=((?:[${REDEEM_ALPHABET}]{4}[^A-Z0-9]{0,3}){4})(?![A-Z0-9]))`,
  'g',
);

/** How many characters a code has before its check character. */
export const REDEEM_BODY = LENGTH - 1;

/**
 * The character that completes a code: places weigh differently, modulo a prime, so one wrong character or two that
 * changed places never go unnoticed. `body` has `REDEEM_BODY` characters of the alphabet.
 */
export function redeemCheckOf(body: string): string {
  const sum = Array.from(body).reduce((total, one, at) => total + (at + 2) * REDEEM_ALPHABET.indexOf(one), 0);
  return REDEEM_ALPHABET[sum % REDEEM_ALPHABET.length]!;
}

/** Whether it is a code that the shop could have made: 16 characters without separators. */
export const isRedeemCode = (text: string): boolean =>
  CODE.test(text) && redeemCheckOf(text.slice(0, REDEEM_BODY)) === text[REDEEM_BODY];

/** As people read it: "ABCD-EFGH-JKMN-PQRS". */
export const formatRedeemCode = (code: string): string => code.match(/.{4}/g)!.join('-');

/**
 * The redeem code in a text as people paste it, without separators. Null if there is none, one with a typing error, or if
 * several could be meant.
 */
export function readRedeemCode(text: string): string | null {
  const plain = toLatin(plainText(decodeLink(text)).toUpperCase());
  const bare = plain.replace(/[^A-Z0-9]/g, '');
  if (isRedeemCode(bare)) return bare;
  const groups = [...plain.matchAll(GROUPED)].map(([, group]) => group!.replace(/[^A-Z0-9]/g, ''));
  const [code, ...others] = new Set(groups.filter(isRedeemCode));
  return code !== undefined && others.length === 0 ? code : null;
}

/** A code with whatever stands round it. One with a typing error is refused without being looked for. */
const RedeemCode = pasted(readRedeemCode).check(z.refine(isRedeemCode, 'Not a code'));

/** The most codes in a batch. */
export const MOST_REDEEM_CODES = 10_000;

/**
 * `proposed`: waits for a second person. `ready`: its codes can be made. `rejected`: vetoed, not approved in time, or
 * failed. `void`: unused codes are worth nothing any more.
 */
export const RedeemBatchState = z.enum(['proposed', 'ready', 'issued', 'void', 'rejected']);
export type RedeemBatchState = z.infer<typeof RedeemBatchState>;

/** Codes of one value that were made together. The codes themselves are not stored. */
export const RedeemBatch = z.object({
  id: Id,
  note: z.string(),
  /** Of each code, and of all together. */
  value: z.string(),
  worth: z.string(),
  codes: z.int(),
  used: z.int(),
  starts_at: Time,
  ends_at: z.nullable(Time),
  state: RedeemBatchState,
  /** A username, and whether that is the caller, who alone can have the codes. */
  created_by: z.string(),
  is_own: z.boolean(),
  created_at: Time,
  issued_at: z.nullable(Time),
  voided_at: z.nullable(Time),
});
export type RedeemBatch = z.infer<typeof RedeemBatch>;

const BatchId = z.object({ id: Id });

export const redeemCodesEndpoints = endpoints({
  redeemCode: {
    access: 'user',
    perMinute: 30,
    summary:
      "Add a redeem code's value to the caller's balance, once; repeated by the same caller, it answers the same. After ten wrong codes within 15 minutes the caller has to wait",
    body: z.object({ code: RedeemCode }),
    data: z.object({
      amount: z.string(),
      /** As it is now. */
      balance: z.string(),
      redeemed_at: Time,
    }),
  },
  listRedeemBatches: {
    summary: 'Batches of redeem codes, newest first',
    query: z.object(pageQuery),
    data: page(RedeemBatch),
  },
  createRedeemBatch: {
    freshCode: true,
    idempotent: true,
    summary:
      'Create a batch of redeem codes of one value. Beyond what one admin can make alone within 24 hours it becomes a proposal for a second person',
    body: z.object({
      note: Reason,
      value: PositiveAmount,
      codes: whole(1, MOST_REDEEM_CODES),
      /** Now if absent. */
      starts_at: z.optional(Time),
      ends_at: z.optional(Time),
    }),
    data: z.extend(RedeemBatch, { proposal: z.nullable(Proposal) }),
  },
  issueRedeemCodes: {
    freshCode: true,
    summary:
      'Make the codes of a batch and answer with them, once and to its creator only: the shop keeps hashes. If the answer is lost, void the batch and create another',
    params: BatchId,
    data: z.object({ batch: RedeemBatch, codes: z.array(z.string()) }),
  },
  voidRedeemBatch: {
    freshCode: true,
    summary: 'Void the unused codes of a batch; used ones stay used',
    params: BatchId,
    data: RedeemBatch,
  },
});
