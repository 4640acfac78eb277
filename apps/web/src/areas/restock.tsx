import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../lib/api/call.ts';
import { isRefusal } from '../lib/api/api-error.ts';
import { query, queryKey } from '../lib/api/query.ts';
import { currentArea } from '../lib/browser/current-area.ts';
import { useThrottledAction } from '../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { ThrottledButton } from '../ui/buttons/throttled-button.tsx';
import { Notice } from '../ui/messages/callout.tsx';
import { FailedState } from '../ui/messages/empty-state.tsx';
import { BuoyPicture, LifebuoyPicture } from '../ui/pictures/pictures.tsx';
import classes from './pages.module.css';

/**
 * Where the link in a mail leads that asks whether its reader wants to be told of a product: they confirm it or end it.
 * Nothing happens by opening the page, because mail programs open links too.
 */
export function Page() {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const [token] = useState(() => location.hash.slice(1));
  const [isEnded, setIsEnded] = useState(false);
  const asked = { body: { token } };
  const { data, error, refetch } = useQuery({
    ...query('readRestockMail', asked, { isQuiet: true }),
    enabled: !isEnded,
  });
  const confirm = useThrottledAction(async () => {
    await call('confirmRestockMail', asked);
    await client.invalidateQueries({ queryKey: queryKey('readRestockMail') });
  });
  const end = useThrottledAction(async () => {
    await call('endRestockMail', asked);
    setIsEnded(true);
  });
  const toShop = (
    <Button component={Link} variant="default" to={`${currentArea()}/purchase-account`}>
      {t('restocks.toShop')}
    </Button>
  );
  if (isEnded || isRefusal(error, 'codeExpired', 'invalidFormat', 'parameterError'))
    return (
      <Notice
        picture={<LifebuoyPicture />}
        title={t(isEnded ? 'restocks.ended' : 'restocks.gone')}
        text={t(isEnded ? 'restocks.endedText' : 'restocks.goneText')}
        action={toShop}
      />
    );
  if (error) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const isOpen = data.items.some((item) => !item.is_confirmed);
  return (
    <Notice
      picture={<BuoyPicture />}
      title={t(isOpen ? 'restocks.confirmTitle' : 'restocks.confirmed')}
      text={
        <>
          {t(isOpen ? 'restocks.confirmText' : 'restocks.confirmedText')}
          <span className={classes.wanted}>
            {data.items.map(({ goods_id: id, name, path }) => (
              <Anchor key={id} component={Link} to={path} inherit>
                {name}
              </Anchor>
            ))}
          </span>
        </>
      }
      action={
        <>
          {isOpen && <ThrottledButton action={confirm}>{t('restocks.confirm')}</ThrottledButton>}
          <ThrottledButton variant="default" action={end}>
            {t('restocks.end')}
          </ThrottledButton>
        </>
      }
    />
  );
}
