import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';

export function Page() {
  const { t } = useTranslation();
  return <PageHeader title={t('recharges.title')} lede={t('recharges.lede')} />;
}
