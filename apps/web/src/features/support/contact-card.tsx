import { Button, Skeleton } from '@mantine/core';
import { IconBrandTelegram, IconMail } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { telegramLink } from '../../lib/format/links.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './support.module.css';
import { useContacts, useSupport } from './support-contact.tsx';

/** Further contacts: the buyer's agent or the shop, and the support ID to quote there. */
export function ContactCard() {
  const { t } = useTranslation('service');
  const { data: support, isFetched } = useSupport();
  const contact = support?.contact;
  const { telegram, email } = useContacts();
  return (
    <Panel className={classes.card}>
      <div className={classes.who}>
        <span className={classes.initial} aria-hidden>
          {contact ? Array.from(contact.name)[0]?.toUpperCase() : ''}
        </span>
        <span className={classes.names}>
          <strong>{contact?.name ?? <Skeleton height="1lh" width={120} />}</strong>
          <span className={classes.quiet}>
            {t(contact?.from === 'agent' ? 'support.contact.agent' : 'support.contact.shop')}
          </span>
        </span>
      </div>
      {/* As large as what is still to come. */}
      {!isFetched && (telegram ?? email) !== null && (
        <Skeleton width="auto" aria-hidden>
          <Button component="span" leftSection={<IconMail size={18} />}>
            {t(telegram === null ? 'support.contact.email' : 'support.contact.telegram')}
          </Button>
        </Skeleton>
      )}
      {contact?.telegram && (
        <Button
          component="a"
          variant="default"
          href={telegramLink(contact.telegram)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandTelegram size={18} />}
        >
          {t('support.contact.telegram')}
        </Button>
      )}
      {contact?.from === 'shop' && email && (
        <Button component="a" variant="default" href={`mailto:${email}`} leftSection={<IconMail size={18} />}>
          {t('support.contact.email')}
        </Button>
      )}
      {(!isFetched || support?.reference) && (
        <p className={classes.reference} style={{ visibility: isFetched ? undefined : 'hidden' }}>
          <span className={classes.quiet}>{t('support.contact.reference')}</span>
          <span className={classes.code}>
            <code translate="no">{support?.reference}</code>
            <CopyButton text={support?.reference ?? ''} name={t('support.contact.copyReference')} />
          </span>
        </p>
      )}
    </Panel>
  );
}
