import { NoticeChoices } from '../features/notices/notice-choices.tsx';
import { NoticeList } from '../features/notices/notice-list.tsx';
import { TelegramLink } from '../features/notices/telegram-link.tsx';
import { useTranslation } from '../locales/use-translation.ts';
import { PageHeader } from '../ui/layout/panel.tsx';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import classes from './pages.module.css';

/** What the shop has told the user, what comes on which way, and the link with Telegram, in both areas. */
export function Page() {
  const { t } = useTranslation('service');
  return (
    <>
      <PageHeader title={t('notices.title')} lede={t('notices.lede')} />
      <div className={classes.parts}>
        <div className={classes.column}>
          <BlockBoundary>
            <NoticeList />
          </BlockBoundary>
        </div>
        <div className={classes.column}>
          <BlockBoundary>
            <TelegramLink />
          </BlockBoundary>
          <BlockBoundary>
            <NoticeChoices />
          </BlockBoundary>
        </div>
      </div>
    </>
  );
}
