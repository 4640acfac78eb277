import type { Role } from '@portside/contract';
import { useTranslation } from 'react-i18next';

/** A role to be chosen from; one that holds more than the reader has says so, and cannot be. */
export function useRoleOption() {
  const { t } = useTranslation('admin');
  return ({ id, name, can_grant: canGrant }: Role) => ({
    value: id,
    label: canGrant ? name : t('users.roleBeyond', { name }),
    disabled: !canGrant,
  });
}
