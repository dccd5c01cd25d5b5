import { NativeSelect } from '@mantine/core';
import { useRateListsQuery } from '../../../shared/api/rate-lists.api.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { Icon } from '../../../shared/ui/icon.js';

const { editor } = portalTexts;
const MARKET = '';

interface Props {
  readonly value: string | null;
  /** The shop's, which is that of a list it keeps itself. */
  readonly shopId: string;
  readonly error: string | undefined;
  readonly onChange: (id: string | null) => void;
}

/** Whose rates a shop has: the market's, or those of a list. */
export function RateListSelect({ value, shopId, error, onChange }: Props) {
  const { data = [] } = useRateListsQuery();
  const lists = data.map(({ id, name }) => ({ value: id, label: name }));
  // While the lists aren't loaded, or when the shop's list is gone, the choice must not look like the market.
  const isUnknown = value !== null && !data.some(({ id }) => id === value);
  return (
    <NativeSelect
      name="rate_list_id"
      rightSection={<Icon name="down" />}
      label={editor.ratesFrom}
      error={error}
      value={value ?? MARKET}
      data={[
        { value: MARKET, label: editor.market },
        ...lists,
        ...(isUnknown ? [{ value, label: value === shopId ? editor.ownList : editor.unknownList }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
