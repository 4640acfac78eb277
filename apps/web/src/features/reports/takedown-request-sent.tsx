import { useTranslation } from '../../locales/use-translation.ts';
import { focusNow } from '../../lib/browser/focus-now.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { LifebuoyPicture } from '../../ui/pictures/lifebuoy.tsx';

/** The same for every request, so that it does not reveal whether the shop has the item. */
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
