import { Button } from '@mantine/core';
import { type CustomTableUpdate, limits, NewCustomTable, type OwnedCustomTable, texts } from '@sarafa/contracts';
import { useState } from 'react';
import { useCreateCustomTableMutation, useUpdateCustomTableMutation } from '../../shared/api/custom-tables.api.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { useForm } from '../../shared/use-form.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { NumberField, type TypedNumber } from '../../shared/ui/number-field.js';
import { ShopSelect } from '../../shared/ui/shop-select.js';
import { TextField } from '../../shared/ui/text-field.js';
import { ownerOf, ownerText } from './owner.js';

const { tables: words } = priceTexts;
const { common } = portalTexts;
const LABELS = inWords(() => ({ title: words.columns.title, userId: words.columns.user, price: words.price }));

/** Creates a custom row, or changes one. The owner can't be changed (rule 5.5). */
export function CustomTableForm({ table, onClose }: { table?: OwnedCustomTable; onClose: () => void }) {
  const [title, setTitle] = useState(table?.title ?? '');
  const [userId, setUserId] = useState(table ? (ownerOf(table)?._id ?? String(table.userId)) : '');
  const [price, setPrice] = useState<TypedNumber>(table?.price ?? '');
  const [create] = useCreateCustomTableMutation();
  const [update] = useUpdateCustomTableMutation();
  const close = useWhileMounted(onClose);
  // Without a price it is 0 (rule 10.11).
  const typed = { title: title.trim(), userId, price: price === '' ? 0 : price };
  const { errors, isBusy, onSubmit } = useForm({
    schema: NewCustomTable,
    values: typed,
    labels: LABELS,
    send: async (repeatKey) => {
      const values = NewCustomTable.parse(typed);
      const changes = table && changesOf(table, values);
      if (changes && Object.keys(changes).length === 0) return onClose();
      await (table ? update({ id: table.id, ...changes }) : create({ table: values, repeatKey })).unwrap();
      notifyDone(table ? texts.customTables.updated : texts.customTables.created);
      close();
    },
    onFailed: (problem) => notifyProblem(problem, say(words.failed, { verb: table ? 'updating' : 'creating' })),
  });
  return (
    <Dialog title={table ? words.edit : words.create} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <div className="dialog__body tables__form">
          <TextField
            label={LABELS.title}
            name="title"
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
            value={title}
            error={errors.title}
            onChange={setTitle}
          />
          {table ? (
            <TextField label={LABELS.userId} value={ownerText(table)} readOnly disabled onChange={() => undefined} />
          ) : (
            <ShopSelect
              label={LABELS.userId}
              placeholder={words.selectUser}
              nothingFoundMessage={words.noUser}
              value={userId}
              error={errors.userId}
              onChange={setUserId}
            />
          )}
          <NumberField
            label={LABELS.price}
            name="price"
            placeholder="0"
            decimals={2}
            isGrouped
            step={limits.customTable.price.step}
            min={limits.customTable.price.min}
            max={limits.customTable.price.max}
            value={price}
            error={errors.price}
            onChange={setPrice}
          />
        </div>
        <footer className="dialog__foot">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="filled" {...asDisabled(isBusy)}>
            {isBusy ? common.saving : table ? words.doUpdate : words.doCreate}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The price is sent only if it was changed here, because the shop may have set another price since the form was opened. */
function changesOf(shown: OwnedCustomTable, { title, price }: NewCustomTable): CustomTableUpdate {
  return { ...(title !== shown.title && { title }), ...(price !== shown.price && { price }) };
}
