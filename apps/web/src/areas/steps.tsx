import type { ReactNode } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { useRetentionDays } from '../features/settings/use-web-config.ts';
import { ChoosePicture, ReceivePicture, TopUpPicture } from '../ui/pictures/steps.tsx';
import classes from './steps.module.css';

/** How buying works, on both home pages. */
export function Steps() {
  const { t } = useTranslation();
  const days = useRetentionDays();
  return (
    <ol className={classes.steps}>
      <Step
        picture={<TopUpPicture />}
        title={t('home.steps.topUp.title')}
        text={t('home.steps.topUp.text')}
      />
      <Step
        picture={<ChoosePicture />}
        title={t('home.steps.choose.title')}
        text={t('home.steps.choose.text')}
      />
      <Step
        picture={<ReceivePicture />}
        title={t('home.steps.receive.title')}
        text={t('home.steps.receive.text', { days, count: days })}
      />
    </ol>
  );
}

const Step = ({ picture, title, text }: { picture: ReactNode; title: string; text: string }) => (
  <li className={classes.step}>
    {picture}
    <div>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{text}</p>
    </div>
  </li>
);
