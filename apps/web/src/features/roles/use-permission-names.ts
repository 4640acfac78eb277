import type { Action } from '@portside/contract';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

/** What an action is called: of what it is about, and what is done. */
export function usePermissionNames(): (action: Action) => string {
  const { t } = useTranslation('admin');
  return (action) => {
    const [noun, verb] = action.split('.');
    return `${t(`roles.noun.${noun}` as ParseKeys<'admin'>)}: ${t(`roles.verb.${verb}` as ParseKeys<'admin'>)}`;
  };
}
