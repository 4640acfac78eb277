import { useTranslation } from '../../locales/use-translation.ts';
import { Inbox } from '../../features/support/inbox.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('support.title')} />
      <Inbox />
    </>
  );
}
