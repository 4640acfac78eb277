import { useTranslation } from 'react-i18next';
import { AllUsers } from '../../features/users/admin/all-users.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('users.title')} />
      <AllUsers />
    </>
  );
}
