import { useTranslation } from 'react-i18next';
import { focusNow } from '../../lib/browser/focus-now.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { LifebuoyPicture } from '../../ui/pictures/lifebuoy.tsx';

/** The same whatever was reported: it does not tell whether the shop has it. */
export function TakedownRequestSent() {
  const { t } = useTranslation('service');
  return (
    <div ref={focusNow} tabIndex={-1}>
      <EmptyState
        picture={<LifebuoyPicture />}
        title={t('reports.sent.title')}
        text={t('reports.sent.text')}
      />
    </div>
  );
}
