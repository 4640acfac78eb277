import { AUDIT_ACTIONS } from '@portside/contract/audit-actions';
import { useTranslation } from '../../locales/use-translation.ts';

/** The label of an action; an unknown action stays as recorded. */
export function useActionLabel(): (action: string) => string {
  const { t } = useTranslation('admin');
  return (action) => {
    const known = AUDIT_ACTIONS.find((one) => one === action);
    return known ? t(`audit.action.${known}`) : action;
  };
}
