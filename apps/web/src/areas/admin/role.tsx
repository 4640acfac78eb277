import { useTranslation } from '../../locales/use-translation.ts';
import { RoleList } from '../../features/roles/role-list.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('roles.title')} lede={t('roles.lede')} />
      <RoleList />
    </>
  );
}
