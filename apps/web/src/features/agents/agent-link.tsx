import { Skeleton } from '@mantine/core';
import type { Data } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ShareButton } from '../../ui/buttons/share-button.tsx';
import { QrTile } from '../../ui/data/qr-tile.tsx';
import classes from './agent-link.module.css';
import { LighthousePicture } from './lighthouse-picture.tsx';

type Props = { agent: Data<'readOwnAgent'> | undefined };

/** The referral link, its QR code, and the promotion code to be typed at registration. */
export function AgentLink({ agent }: Props) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return (
    <section className={classes.card}>
      <div className={classes.words}>
        <h2 className={classes.title}>{agent?.platform_name ?? <Skeleton height={28} width={180} />}</h2>
        <p className={classes.lede}>
          {agent ? (
            t('agents.rate', { percent: Number(agent.commission_percent).toLocaleString(language) })
          ) : (
            <Skeleton height={18} width="80%" />
          )}
        </p>
        {agent?.state === 'paused' && <p className={classes.paused}>{t('agents.paused')}</p>}
        <p className={classes.label}>{t('agents.link')}</p>
        <div className={classes.link}>{agent ? <code>{agent.link}</code> : <Skeleton height={20} />}</div>
        <div className={classes.actions}>
          <CopyButton text={agent?.link ?? ''} label={t('agents.copyLink')} />
          {agent && <ShareButton label={t('agents.share')} title={agent.platform_name} url={agent.link} />}
        </div>
        <p className={classes.code}>
          <span className={classes.label}>{t('agents.code')}</span>
          {agent ? (
            <>
              <strong>{agent.promotion_code}</strong>
              <CopyButton text={agent.promotion_code} name={t('agents.copyCode')} />
            </>
          ) : (
            <Skeleton height={28} width={120} />
          )}
        </p>
      </div>
      <div className={classes.tile}>
        {agent ? <QrTile text={agent.link} label={t('agents.qr')} /> : <Skeleton height={204} radius="lg" />}
      </div>
      <div className={classes.picture}>
        <LighthousePicture size={190} />
      </div>
    </section>
  );
}
