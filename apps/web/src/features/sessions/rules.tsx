import type { TextKey } from '../../locales/text-key.ts';
import { isEmail } from '../../lib/format/field-rules.ts';
import type { ReactElement } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';

/** Text key of the problem, or null. */
export type Rule = (value: string) => TextKey | null;

const MIN_PASSWORD_LENGTH = 6;
const MIN_ADMIN_PASSWORD_LENGTH = 12;
const MAX_USERNAME_LENGTH = 32;

/** Latin, Cyrillic and Greek letters look alike. */
const mixesAlphabets = (name: string): boolean =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((one) => one.test(name)).length >
  1;

/** Rules of the sign-in forms. The server checks again. */
export const rules = {
  loginName: (value) => (value.trim() === '' ? 'sessions.rule.usernameEmpty' : null),
  username: (value) => {
    const name = value.trim();
    if (name === '') return 'sessions.rule.usernameEmpty';
    const isValid =
      name.length <= MAX_USERNAME_LENGTH &&
      /^(?!\.)[^\s\p{C}/\\?#%:<>"]+$/u.test(name) &&
      !mixesAlphabets(name);
    return isValid ? null : 'sessions.rule.usernameInvalid';
  },
  email: (value) => {
    if (value.trim() === '') return 'sessions.rule.emailEmpty';
    return isEmail(value) ? null : 'sessions.rule.emailInvalid';
  },
  password: (value) => (value === '' ? 'sessions.rule.passwordEmpty' : null),
  newPassword: (value) => {
    if (value === '') return 'sessions.rule.passwordEmpty';
    return value.length < MIN_PASSWORD_LENGTH ? 'sessions.rule.passwordShort' : null;
  },
  newAdminPassword: (value) => {
    if (value === '') return 'sessions.rule.passwordEmpty';
    return value.length < MIN_ADMIN_PASSWORD_LENGTH ? 'sessions.rule.passwordShortAdmin' : null;
  },
} satisfies Record<string, Rule>;

export const confirmation = (value: string, password: string): TextKey | null => {
  if (value === '') return 'sessions.rule.confirmEmpty';
  return value === password ? null : 'sessions.rule.confirmDiffers';
};

/** Turns a rule, which returns a text key, into a form check, which returns the message. */
export const withMessage =
  <A extends unknown[]>(rule: (...args: A) => TextKey | null) =>
  (...args: A): ReactElement | null => {
    const key = rule(...args);
    return key === null ? null : <Wording name={key} />;
  };

/** Translated on render, so that it follows a change of language. */
function Wording({ name }: { name: TextKey }) {
  const { t } = useTranslation();
  return t(name);
}
