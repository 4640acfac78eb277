import { AUDIT_ACTIONS, FORMER_AUDIT_ACTIONS } from '@portside/contract/audit-actions';
import { useTranslation } from '../../locales/use-translation.ts';

/** The label of an action, also under its former name; an unknown action stays as recorded. */
export function useActionLabel(): (action: string) => string {
  const { t } = useTranslation('admin');
  return (action) => {
    const known = AUDIT_ACTIONS.find((one) => one === (FORMER_AUDIT_ACTIONS[action] ?? action));
    return known ? t(`audit.action.${known}`) : action;
  };
}
