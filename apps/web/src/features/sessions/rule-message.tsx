import type { TextKey } from '../../locales/text-key.ts';
import type { ReactElement } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';

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
