import type { Role } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';

/** A role as an option; one that exceeds the reader's permissions is disabled and says so. */
export function useRoleOption() {
  const { t } = useTranslation('admin');
  return ({ id, name, can_grant: canGrant }: Role) => ({
    value: id,
    label: canGrant ? name : t('users.roleBeyond', { name }),
    disabled: !canGrant,
  });
}
