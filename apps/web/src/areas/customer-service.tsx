import { useTranslation } from '../locales/use-translation.ts';
import { ContactCard } from '../features/support/contact-card.tsx';
import { ConversationPanel } from '../features/support/conversation-panel.tsx';
import { Link } from 'wouter';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { PageHeader, Panel } from '../ui/layout/panel.tsx';
import classes from './pages.module.css';

/** Customer service in both areas: the conversation, with other contacts beside it. */
export function Page() {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  return (
    <div className={classes.page}>
      <PageHeader title={shop('shell.nav.support')} lede={t('support.lede')} />
      <div className={classes.columns}>
        <BlockBoundary>
          <ConversationPanel />
        </BlockBoundary>
        <aside className={classes.side}>
          <BlockBoundary>
            <ContactCard />
          </BlockBoundary>
          <Panel className={classes.guide} title={t('support.guide.title')}>
            <p>{t('support.guide.text')}</p>
            <Link to="/docs/support">{shop('shell.guides.support')}</Link>
          </Panel>
        </aside>
      </div>
    </div>
  );
}
