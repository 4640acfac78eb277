import { Anchor, Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Supplier } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { Count } from '../../ui/data/money.tsx';
import { latestOf, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { Allowed, AllowedFields } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { SupplierAccount } from './supplier-account.tsx';
import classes from './stock.module.css';

const WIDTH_PX = 560;

type Props = {
  /** What waits for a second person of a supplier. */
  renderPending: (supplierId: string) => ReactNode;
};

/** Who accounts are bought from, by name. */
export function SupplierList({ renderPending }: Props) {
  const { t } = useTranslation('admin');
  const suppliers = useQuery({ ...query('listSuppliers'), select: itemsOf });
  const opened = useOpenedRow(suppliers.data, ({ id }) => id);
  const columns: Column<Supplier>[] = [
    {
      key: 'name',
      title: t('stock.purchase.supplier'),
      onCard: 'heading',
      render: (supplier) => (
        <Button variant="subtle" size="compact-sm" onClick={() => opened.open(supplier)}>
          {supplier.name}
        </Button>
      ),
    },
    { key: 'contact', title: t('stock.suppliers.contact'), render: ({ contact }) => contact },
    {
      key: 'batches',
      title: t('stock.suppliers.batches'),
      align: 'end',
      render: ({ id, name, batches }) =>
        batches === 0 ? (
          <Count value={0} />
        ) : (
          <Anchor
            component={Link}
            inherit
            display="inline-block"
            miw={24}
            aria-label={`${name}, ${t('stock.suppliers.batches')}: ${batches}`}
            to={`/admin/goods?tab=stock&supplier_id=${id}`}
          >
            <Count value={batches} />
          </Anchor>
        ),
    },
  ];
  return (
    <Panel
      title={t('stock.suppliers.title')}
      aside={
        <Allowed to="createSupplier">
          <Button leftSection={<IconPlus size={17} />} onClick={opened.openNew}>
            {t('stock.suppliers.add')}
          </Button>
        </Allowed>
      }
    >
      {suppliers.isError && !suppliers.data ? (
        <LoadFailure error={suppliers.error} onRetry={() => void suppliers.refetch()} />
      ) : (
        <DataList
          label={t('stock.suppliers.title')}
          columns={columns}
          rows={suppliers.data}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t('stock.suppliers.empty')} />}
        />
      )}
      {(opened.row ?? opened.isNew) && (
        <SupplierForm supplier={opened.row} onClose={opened.close}>
          {opened.row && renderPending(opened.row.id)}
        </SupplierForm>
      )}
    </Panel>
  );
}

type FormProps = { supplier: Supplier | null; onClose: () => void; children: ReactNode };

const toFormValues = (supplier: Supplier | null) => ({
  name: supplier?.name ?? '',
  contact: supplier?.contact ?? '',
});

/** Only a supplier that no import came from can be deleted. */
function SupplierForm({ supplier, onClose, children }: FormProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm({ initialValues: toFormValues(supplier) });
  const send = useFormCall(form);
  const done = async () => {
    await client.invalidateQueries({ queryKey: queryKey('listSuppliers') });
    onClose();
  };
  const save = useThrottledAction(async () => {
    const now = supplier && (await latestOf(call('listSuppliers'), supplier));
    const body = now ? typedOver(form, toFormValues(now)) : form.values;
    await (supplier
      ? send('updateSupplier', { params: { id: supplier.id }, body })
      : send('createSupplier', { body }));
    await done();
  });
  return (
    <Sheet title={supplier?.name ?? t('stock.suppliers.add')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.step} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="createSupplier">
          <TextInput
            label={t('stock.purchase.supplier')}
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('stock.suppliers.contact')}
            maxLength={500}
            autosize
            minRows={2}
            {...form.getInputProps('contact')}
          />
          <div className={classes.buttons}>
            <ThrottledButton type="submit" action={save} disabled={form.values.name.trim() === ''}>
              {t('stock.purchase.save')}
            </ThrottledButton>
            {supplier?.batches === 0 && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('stock.suppliers.askDelete', { name: supplier.name })}
                onConfirm={async () => {
                  await call('deleteSupplier', { params: { id: supplier.id } });
                  await done();
                }}
              >
                {t('stock.suppliers.delete')}
              </ConfirmButton>
            )}
          </div>
        </AllowedFields>
      </form>
      {supplier && <SupplierAccount supplierId={supplier.id}>{children}</SupplierAccount>}
    </Sheet>
  );
}
