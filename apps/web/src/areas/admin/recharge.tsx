import { useTranslation } from 'react-i18next';
import { WaitingProposals } from '../../features/approvals/proposal-list.tsx';
import { AllDeposits } from '../../features/deposits/all-deposits.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('deposits.title')} lede={t('deposits.lede')} />
      <WaitingProposals about="deposit" />
      <AllDeposits />
    </>
  );
}
