import { useTranslation } from '../../../locales/use-translation.ts';
import { useUrlParam } from '../../../lib/browser/use-url-param.ts';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { SignalPicture } from '../signal-picture.tsx';
import { ConversationView } from './conversation-view.tsx';
import { ConversationList } from './conversation-list.tsx';
import classes from './inbox.module.css';

const USER_ID = /^\d{1,18}$/;

/** The conversations, and beside them the open one; on phones one of the two. */
export function Inbox() {
  const { t } = useTranslation('admin');
  const [userId, open] = useUrlParam('user', USER_ID);
  return (
    <div className={classes.inbox} data-open={userId !== null || undefined}>
      <ConversationList openedId={userId} onOpen={open} />
      {userId === null ? (
        <section className={classes.nothing}>
          <EmptyState picture={<SignalPicture />} text={t('support.choose')} />
        </section>
      ) : (
        <ConversationView key={userId} userId={userId} onBack={() => open(null)} />
      )}
    </div>
  );
}
