import { Select } from '@mantine/core';
import { useState } from 'react';
import { useAskRateRowsMutation } from '../../shared/api/rate-rows.api.js';
import { useShopsQuery } from '../../shared/api/shops.api.js';
import { notifyDone, notifyFailed, notifyProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/requests/problem.js';
import { say } from '../../shared/language/page-language.js';
import { findOptions } from '../../shared/sought.js';
import { rateRowTexts } from '../../shared/texts/rate-row-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { type DraftRow, newRowId } from './draft-rows.js';

const { copy: words } = rateRowTexts;
/** How many shops the list shows; typing finds the others. */
const LISTED = 50;

interface Props {
  /** The shop that is edited. */
  readonly userId: string;
  readonly onCopied: (rows: DraftRow[]) => void;
}

/** Puts the own rows of another shop into the draft. */
export function CopyFromShop({ userId, onCopied }: Props) {
  const { data = [], isLoading } = useShopsQuery();
  const [read, { isLoading: isReading }] = useAskRateRowsMutation();
  const [search, setSearch] = useState('');
  const copied = useWhileMounted(onCopied);
  const others = data.filter(({ id }) => id !== userId);
  const options = others.map(({ id, username, shop_name }) => ({
    value: id,
    label: shop_name ? `${username} (${shop_name})` : username,
  }));
  const copy = async (id: string, name: string) => {
    try {
      const { rows } = await read(id).unwrap();
      if (rows.length === 0) return notifyFailed(words.empty);
      copied(rows.map((row) => ({ ...row, id: newRowId() })));
      notifyDone(say(words.copied, { count: rows.length, name }));
    } catch (error) {
      notifyProblem(problemOf(error), words.failed);
    }
  };
  return (
    <Select
      className="rrows__copy"
      label={words.label}
      placeholder={words.placeholder}
      data={options}
      limit={LISTED}
      filter={findOptions}
      searchable
      disabled={isLoading || isReading}
      nothingFoundMessage={words.noShop}
      rightSection={<Icon name="down" />}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(id, option) => {
        setSearch('');
        if (id && option) void copy(id, option.label);
      }}
    />
  );
}
