import { useTranslation } from 'react-i18next';
import { WaitingProposals } from '../../features/approvals/proposal-list.tsx';
import { AllUsers } from '../../features/users/admin/all-users.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('users.title')} />
      <AllUsers renderWaiting={(id) => <WaitingProposals subject={`user:${id}`} />} />
    </>
  );
}
