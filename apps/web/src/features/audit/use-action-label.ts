import { AUDIT_ACTIONS } from '@portside/contract/audit-actions';
import { useTranslation } from 'react-i18next';

/** What was done, in the reader's words; one that this page does not know as it was written down. */
export function useActionLabel(): (action: string) => string {
  const { t } = useTranslation('admin');
  return (action) => {
    const known = AUDIT_ACTIONS.find((one) => one === action);
    return known ? t(`audit.action.${known}`) : action;
  };
}
