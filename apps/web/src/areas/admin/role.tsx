import { useTranslation } from 'react-i18next';
import { RoleList } from '../../features/roles/role-list.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('roles.title')} lede={t('roles.lede')} />
      <RoleList />
    </>
  );
}
