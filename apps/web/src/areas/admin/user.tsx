import { useTranslation } from '../../locales/use-translation.ts';
import { PendingProposals } from '../../features/approvals/pending-proposals.tsx';
import { AllUsers } from '../../features/users/all-users.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('users.title')} />
      <AllUsers renderPending={(id) => <PendingProposals subject={`user:${id}`} />} />
    </>
  );
}
