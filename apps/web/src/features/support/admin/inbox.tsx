import { useTranslation } from 'react-i18next';
import { useAddressPart } from '../../../lib/format/address-part.ts';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { SignalPicture } from '../signal-picture.tsx';
import { ConversationDesk } from './conversation-desk.tsx';
import { ConversationList } from './conversation-list.tsx';
import classes from './inbox.module.css';

const USER_ID = /^\d{1,18}$/;

/** Who wrote, and beside it the conversation that is open; on a phone one of the two. */
export function Inbox() {
  const { t } = useTranslation('admin');
  const [userId, open] = useAddressPart('user', USER_ID);
  return (
    <div className={classes.inbox} data-open={userId !== null || undefined}>
      <ConversationList openedId={userId} onOpen={open} />
      {userId === null ? (
        <section className={classes.nothing}>
          <EmptyState picture={<SignalPicture />} text={t('support.choose')} />
        </section>
      ) : (
        <ConversationDesk key={userId} userId={userId} onBack={() => open(null)} />
      )}
    </div>
  );
}
