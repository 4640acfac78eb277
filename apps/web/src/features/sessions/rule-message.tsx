import type { ParseKeys } from 'i18next';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

/** Turns a rule, which returns a text key, into a form check, which returns the message. */
export const withMessage =
  <A extends unknown[]>(rule: (...args: A) => ParseKeys | null) =>
  (...args: A): ReactElement | null => {
    const key = rule(...args);
    return key === null ? null : <Wording name={key} />;
  };

/** Translated on render, so that it follows a change of language. */
function Wording({ name }: { name: ParseKeys }) {
  const { t } = useTranslation();
  return t(name);
}
