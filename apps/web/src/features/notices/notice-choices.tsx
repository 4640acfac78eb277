import { Checkbox, Skeleton } from '@mantine/core';
import type { Data } from '@portside/contract';
import type { NoticeWay } from '@portside/contract/notices/notices';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import classes from './notice-list.module.css';

type Choice = Data<'listNoticeChoices'>['items'][number];

/** What comes on which way; Telegram once it is linked. */
export function NoticeChoices() {
  const { t } = useTranslation('service');
  const choices = useQuery({ ...query('listNoticeChoices'), select: itemsOf });
  const { data: link } = useQuery(query('readTelegramLink'));
  const isLinked = link !== undefined && link.linked_to !== null;
  const ways: readonly NoticeWay[] = isLinked ? ['page', 'mail', 'telegram'] : ['page', 'mail'];
  const told = choices.data?.filter((one) => ways.some((way) => isOffered(one, way))) ?? [];
  const own = told.filter((one) => !one.is_staff);
  const office = told.filter((one) => one.is_staff);
  return (
    <Panel title={t('notices.mails')}>
      <p className={classes.lede}>{t('notices.mailsLede')}</p>
      {choices.isError && !choices.data && (
        <LoadFailure error={choices.error} onRetry={() => void choices.refetch()} />
      )}
      {!choices.data && !choices.isError && <Skeleton height={700} />}
      {office.length > 0 && <Choices title={t('notices.office')} choices={office} ways={ways} />}
      {own.length > 0 && <Choices title={t('notices.own')} choices={own} ways={ways} />}
    </Panel>
  );
}

/** False where it is never told that way. */
const isOffered = (choice: Choice, way: NoticeWay): boolean =>
  choice.ways.includes(way) || choice[`by_${way}`];

type ChoicesProps = {
  title: string;
  choices: readonly Choice[];
  ways: readonly NoticeWay[];
};

function Choices({ title, choices, ways }: ChoicesProps) {
  const { t } = useTranslation('service');
  return (
    <table className={classes.choices}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {ways.map((way) => (
            <th key={way} scope="col">
              {t(`notices.way.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <tr key={choice.event}>
            <th scope="row">
              {t(`notices.event.${choice.event}`)}
              <Hint event={choice.event} />
              {choice.ways.length === 0 && <span className={classes.hint}>{t('notices.always')}</span>}
            </th>
            {ways.map((way) => (
              <td key={way}>
                <ChoiceBox choice={choice} way={way} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of what a name does not say alone: which products, which coupons. */
function Hint({ event }: Pick<Choice, 'event'>) {
  const { t } = useTranslation('service');
  return (
    (event === 'priceDown' || event === 'couponEnding') && (
      <span className={classes.hint}>{t(`notices.hint.${event}`)}</span>
    )
  );
}

function ChoiceBox({ choice, way }: { choice: Choice; way: NoticeWay }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  // As chosen, until the shop has answered.
  const [chosen, choose] = useState<boolean | null>(null);
  const { event } = choice;
  const change = useThrottledAction(async (isOn: boolean) => {
    choose(isOn);
    try {
      await call('setNoticeChoice', { body: { event, [`by_${way}`]: isOn } });
      await client.invalidateQueries({ queryKey: queryKey('listNoticeChoices') });
    } finally {
      choose(null);
    }
  });
  const isOn = chosen ?? choice[`by_${way}`];
  const canChoose = choice.ways.includes(way);
  if (!isOffered(choice, way)) return null;
  return (
    <Checkbox
      aria-label={t('notices.cell', {
        event: t(`notices.event.${event}`),
        way: t(`notices.way.${way}`),
      })}
      checked={isOn}
      disabled={!canChoose}
      onChange={({ currentTarget }) => void change.run(currentTarget.checked)}
    />
  );
}
