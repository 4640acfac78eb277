import { useForm } from '@mantine/form';
import type { AdminFamily } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { fallbackOf, toKept, toTexts } from '../../../locales/texts.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { type Column } from '../../../ui/data/data-list.tsx';
import { Count } from '../../../ui/data/money.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { latestOf, typedOver, useFormCall } from '../../../ui/fields/use-form-call.ts';
import { AllowedFields } from '../../../ui/layout/allowed.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { EditableList, NameTexts, type NameTextsValues } from './editable-list.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

/** The families of the shop: products that share one page. */
export function FamilyList() {
  const { t } = useTranslation('admin');
  const families = useQuery({ ...query('listAllFamilies'), select: itemsOf });
  return (
    <EditableList
      texts={{
        title: t('goods.families.title'),
        add: t('goods.families.add'),
        empty: t('goods.families.empty'),
      }}
      addBy="createFamily"
      found={families}
      columns={useColumns()}
      renderForm={(family, close) => <FamilyForm family={family} onClose={close} />}
    />
  );
}

function useColumns(): Column<AdminFamily>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'name', title: t('goods.field.name'), onCard: 'heading', render: ({ name }) => name },
    {
      key: 'goods',
      title: t('goods.categories.goods'),
      align: 'end',
      render: ({ goods }) => <Count value={goods} />,
    },
    {
      key: 'in_stock',
      title: t('goods.families.inStock'),
      align: 'end',
      render: ({ goods, in_stock: count }) =>
        goods > 0 && count === 0 ? (
          <StatusBadge tone="warn">{t('goods.families.noStock')}</StatusBadge>
        ) : (
          <Count value={count} />
        ),
    },
  ];
}

const WIDTH_PX = 560;

type Props = { family: AdminFamily | null; onClose: () => void };

const toFormValues = (family: AdminFamily | null): NameTextsValues => ({
  names: toTexts(family?.names ?? {}),
  descriptions: toTexts(family?.descriptions ?? {}),
});

/** A family's names and texts. Products are put into it one by one, each on its own form. */
function FamilyForm({ family, onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const form = useForm<NameTextsValues>({
    initialValues: toFormValues(family),
    validate: { names: (names) => (fallbackOf(names) ? null : t('goods.problem.name')) },
  });
  const send = useFormCall(form);
  const done = async () => {
    await changed();
    onClose();
  };
  const save = useThrottledAction(async () => {
    const now = family && (await latestOf(call('listAllFamilies'), family));
    const { names, descriptions } = now ? typedOver(form, toFormValues(now)) : form.values;
    const body = { names: toKept(names), descriptions: toKept(descriptions) };
    await (family
      ? send('updateFamily', { params: { id: family.id }, body })
      : send('createFamily', { body }));
    await done();
  });
  return (
    <Sheet title={family?.name ?? t('goods.families.add')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.texts} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="updateFamily">
          <p className={classes.quiet}>{t('goods.families.hint')}</p>
          <NameTexts form={form} />
          <div className={classes.actions}>
            <ThrottledButton type="submit" action={save}>
              {t('goods.save')}
            </ThrottledButton>
            {family && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('goods.families.askDelete', { name: family.name })}
                onConfirm={async () => {
                  await call('deleteFamily', { params: { id: family.id } });
                  await done();
                }}
              >
                {t('goods.categories.delete')}
              </ConfirmButton>
            )}
          </div>
        </AllowedFields>
      </form>
    </Sheet>
  );
}
