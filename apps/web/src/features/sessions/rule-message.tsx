import type { ParseKeys } from 'i18next';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

/** Turns a rule, which answers a key, into a form check, which answers words. */
export const withMessage =
  <A extends unknown[]>(rule: (...args: A) => ParseKeys | null) =>
  (...args: A): ReactElement | null => {
    const key = rule(...args);
    return key === null ? null : <Wording name={key} />;
  };

/** Worded where it is shown, so that it follows a change of language, as all around it does. */
function Wording({ name }: { name: ParseKeys }) {
  const { t } = useTranslation();
  return t(name);
}
