import { screenTexts } from '../../../shared/texts/screen-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { ShopSelect } from '../../../shared/ui/shop-select.js';
import { TextField } from '../../../shared/ui/text-field.js';
import { CodeField } from './code-field.js';
import type { useClaim } from './use-claim.js';

const { claim: words } = screenTexts;

/** What pairs a TV with a shop: its code, a name for it and, for an admin, the shop. */
export function ClaimFields(form: ReturnType<typeof useClaim>) {
  const { code, name, userId, errors, needsShop } = form;
  return (
    <div className="claim-fields">
      {errors.failure && (
        <div className="note note--err" role="alert">
          <Icon name="alert" />
          <span>{errors.failure}</span>
        </div>
      )}
      <CodeField value={code} error={errors.code} hasFocus={code === ''} onChange={form.setCode} />
      {needsShop && (
        <ShopSelect
          size="lg"
          label={words.shop}
          placeholder={words.chooseShop}
          nothingFoundMessage={words.noShop}
          value={userId}
          error={errors.userId}
          onChange={form.setUserId}
        />
      )}
      <TextField
        size="lg"
        label={words.name}
        description={words.nameHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="name"
        data-autofocus={code !== '' || undefined}
        autoComplete="off"
        value={name}
        error={errors.name}
        onChange={form.setName}
      />
    </div>
  );
}
