import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Turns a rule, which answers a key, into a form check, which answers words. */
export function useRuleWording() {
  const { t } = useTranslation();
  return <A extends unknown[]>(rule: (...args: A) => ParseKeys | null) =>
    (...args: A): string | null => {
      const key = rule(...args);
      return key === null ? null : t(key);
    };
}
