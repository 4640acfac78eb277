import { readOneTimeCode } from '@portside/contract/wire/pasted';
import { readPromotionCode } from '@portside/contract/wire/promotion-code';
import type { Rule } from './rules.tsx';

/** Rules of codes as people paste them, apart from those that every sign-in form needs. */
export const codeRules = {
  resetCode: (value) => {
    if (value.trim() === '') return 'sessions.rule.codeEmpty';
    return readOneTimeCode(value) === null ? 'sessions.rule.codeInvalid' : null;
  },
  invitation: (value) =>
    value.trim() === '' || readPromotionCode(value) !== null ? null : 'browse.referral.invalid',
} satisfies Record<string, Rule>;
