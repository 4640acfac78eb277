import { Tabs } from '@mantine/core';
import { PROTOCOL_NAMES, type Protocol } from '@portside/contract/wire/actions';
import { useTranslation } from '../../locales/use-translation.ts';
import { Fact, Facts, LongText } from '../../ui/data/facts.tsx';
import parts from '../../ui/layout/small-list.module.css';
import classes from './api-keys.module.css';

export type Connection = { readonly protocol: Protocol; readonly base_url: string };

/** What a reseller types where in a shop that runs other software, by what it runs. */
export default function ConnectShop({ connections }: { connections: readonly Connection[] }) {
  const { t } = useTranslation('service');
  return (
    <section className={classes.connect}>
      <h3 className={classes.subtitle}>{t('connect.title')}</h3>
      <p className={parts.quiet}>{t('connect.lede')}</p>
      <Tabs defaultValue={connections[0]?.protocol ?? null} keepMounted={false}>
        <Tabs.List>
          {connections.map(({ protocol }) => (
            <Tabs.Tab key={protocol} value={protocol}>
              {PROTOCOL_NAMES[protocol]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {connections.map((connection) => (
          <Tabs.Panel key={connection.protocol} value={connection.protocol} pt="md">
            <TypedIn connection={connection} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <p className={parts.quiet}>{t('connect.after')}</p>
    </section>
  );
}

type Made = { readonly id: string; readonly secret: string };

/** The fields of such a shop's form; of a key that was just made, with the key. */
export function TypedIn({
  connection: { protocol, base_url: address },
  made,
}: {
  connection: Connection;
  made?: Made;
}) {
  const { t } = useTranslation('service');
  const shown = (text: string | undefined) =>
    text === undefined ? (
      <span className={parts.quiet}>{t('connect.atMade')}</span>
    ) : (
      <LongText text={text} />
    );
  return (
    <div className={parts.form}>
      <p className={parts.quiet}>{t(`connect.hint.${protocol}`)}</p>
      <Facts>
        {protocol === 'dujiao-next' && <Fact name={t('connect.field.protocol')}>dujiao-next</Fact>}
        <Fact name={t('connect.field.address')}>
          <LongText text={address} />
        </Fact>
        {protocol === 'dujiao-next' && <Fact name={t('connect.field.id')}>{shown(made?.id)}</Fact>}
        {protocol === 'acg-faka' && <Fact name={t('connect.field.appId')}>{shown(made?.id)}</Fact>}
        <Fact name={t(`connect.field.${SECRETS[protocol]}`)}>{shown(made?.secret)}</Fact>
      </Facts>
    </div>
  );
}

/** How each calls what is secret. */
const SECRETS = { 'dujiao-next': 'secret', 'acg-faka': 'appKey', panel: 'key' } as const;
